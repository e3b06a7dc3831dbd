import { readFileSync, readdirSync } from 'node:fs';

/** Clock ticks per second, which Linux fixes for all programs. */
const TICKS = 100;
/** Positions after the name of the program: the parent; the time of the process in user and system mode, and that of ended children. */
const [PARENT, FIRST, END] = [1, 11, 15];

/** Returns the seconds of CPU time that this process, its running children such as browsers, and all ended ones have used. */
export function readCpuSeconds(): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const stats = new Map(processes.flatMap((pid) => readStat(pid)));
  const isBelow = (pid: string): boolean => {
    const parent = stats.get(pid)?.[PARENT];
    return pid === String(process.pid) || (parent !== undefined && isBelow(parent));
  };
  const fields = [...stats].filter(([pid]) => isBelow(pid)).flatMap(([, stat]) => stat.slice(FIRST, END));
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

/** Returns nothing for a process that has ended meanwhile. */
function readStat(pid: string): [string, string[]][] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return [[pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')]];
  } catch {
    return [];
  }
}

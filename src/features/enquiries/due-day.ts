import { addDays, toDay } from '../../platform/text/days.ts';

/** The working days within which senders are promised an answer, see `REPLY_WITHIN`. */
const ANSWER_DAYS = 2;

/** Returns the day by which a message that arrives now is to be answered. Holidays count as working days: they differ by place. */
export function getDueDay(at: Date): string {
  let day = toDay(at);
  for (let left = ANSWER_DAYS; left > 0;) {
    day = addDays(day, 1);
    if (isWorkingDay(day)) left--;
  }
  return day;
}

function isWorkingDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday >= 1 && weekday <= 5;
}

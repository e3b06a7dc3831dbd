interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly report: { getReport(): object };
}

export function checkPlatform(machine?: Machine): string | undefined;
export function checkNode(version?: string): string | undefined;

/** Counts requests in progress, by account. */
export function createSlots({ total, perAccount }: { readonly total: number; readonly perAccount: number }) {
  const taken = new Map<string, number>();
  return {
    /** Returns false if no slot is free. */
    take(account: string): boolean {
      const count = taken.get(account) ?? 0;
      if (count >= perAccount || taken.values().reduce((sum, other) => sum + other, 0) >= total) return false;
      taken.set(account, count + 1);
      return true;
    },
    release(account: string): void {
      const remaining = (taken.get(account) ?? 1) - 1;
      if (remaining > 0) taken.set(account, remaining);
      else taken.delete(account);
    },
  };
}

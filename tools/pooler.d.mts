export function findPooler(): string | undefined;

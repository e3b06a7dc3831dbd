export function findMailServer(): string | undefined;

/** A backup or restore is refused or has failed for a reason that the operator can act on. The message is one line. */
export class BackupError extends Error {}

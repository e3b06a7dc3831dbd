/** A file or folder of the command line that cannot be read or used. The usage of the command would not help. */
export class UnusableFileError extends Error {}

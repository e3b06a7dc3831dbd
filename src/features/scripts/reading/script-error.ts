/** Why a script cannot be read; the message is for users. */
export class ScriptError extends Error {}

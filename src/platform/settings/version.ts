import manifest from '../../../package.json' with { type: 'json' };

/** The version of this release, by semantic versioning. Its only source is package.json. */
export const VERSION = manifest.version;

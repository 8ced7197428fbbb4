import manifest from '../package.json' with { type: 'json' }

/** Of this build. */
export const VERSION: string = manifest.version

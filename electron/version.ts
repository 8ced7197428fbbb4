import manifest from '../package.json' with { type: 'json' }

/** Version of this build. */
export const VERSION: string = manifest.version

/** Seconds since 1970, inserted by the build. */
declare const __COMMIT_EPOCH__: number | null | undefined

/**
 * Date of the commit that was built, in milliseconds. It is `null` if the build did not know it, and from the
 * sources.
 */
export const COMMITTED_AT: number | null =
  typeof __COMMIT_EPOCH__ === 'number' ? __COMMIT_EPOCH__ * 1000 : null

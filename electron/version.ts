import manifest from '../package.json' with { type: 'json' }

/** Version of this build. */
export const VERSION: string = manifest.version

/** Put in by the build: seconds since 1970. */
declare const __COMMIT_EPOCH__: number | null | undefined

/** Date of the commit that was built, in milliseconds; `null` where the build did not know it, and from the sources. */
export const COMMITTED_AT: number | null =
  typeof __COMMIT_EPOCH__ === 'number' ? __COMMIT_EPOCH__ * 1000 : null

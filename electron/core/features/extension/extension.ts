import { appError, fail, type Result } from '#shared/bridge/result.ts'

type Done = Result<Record<string, never>>

/** Browsers with the extension: who is let in, and what they may ask. */
export function createExtension() {
  const unknown = async (_id: string): Promise<Done> => fail(appError('not-found'))
  return { approve: unknown, refuse: unknown, revoke: unknown }
}

export type Extension = ReturnType<typeof createExtension>

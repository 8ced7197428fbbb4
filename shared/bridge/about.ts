import * as z from 'zod'

/** What runs: for Ajustes › Acerca de. */
export const aboutSchema = z.object({
  version: z.string(),
  /** Date of the commit that was built, in milliseconds; `null` where the build did not know it. */
  committedAt: z.number().nullable(),
  host: z.enum(['web', 'electron']),
  /** Package that brought it; `null` from the sources. */
  package: z.enum(['deb', 'archive', 'windows', 'electron']).nullable(),
  system: z.object({ platform: z.string(), release: z.string(), arch: z.string() }),
  node: z.string(),
  electron: z.string().nullable(),
  /** Of the host's own window; a browser knows its own. */
  chromium: z.string().nullable(),
  dataDirectory: z.string(),
})
export type About = z.infer<typeof aboutSchema>

/** What a host says of itself. */
export type AboutHost = Pick<About, 'host' | 'package' | 'committedAt'>

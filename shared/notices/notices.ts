import * as z from 'zod'

/** Editions of the product, which ship different things. */
export const EDITIONS = ['web', 'electron'] as const
export type Edition = (typeof EDITIONS)[number]

/** Addresses in the window's own files, where the build puts them. */
export const NOTICES_PATH = '/licences/notices.json'
export const sbomPath = (edition: Edition): string => `/licences/sbom-${edition}.cdx.json`

/** Notices of everything of others that is shipped. */
export const noticesSchema = z.object({
  notices: z.array(
    z.object({
      name: z.string(),
      version: z.string().nullable(),
      /** SPDX expression. */
      licence: z.string(),
      home: z.string().nullable(),
      /** Editions that have it; `null`: every one. */
      editions: z.array(z.enum(EDITIONS)).nullable(),
      /** Which of the texts. */
      text: z.number().int().nonnegative(),
    }),
  ),
  /** Each once: many packages have the same. */
  texts: z.array(z.string()),
})
export type Notices = z.infer<typeof noticesSchema>
export type Notice = Notices['notices'][number]

/** Notices of what an edition has. */
export const noticesOf = ({ notices }: Notices, edition: Edition): readonly Notice[] =>
  notices.filter(({ editions }) => editions?.includes(edition) ?? true)

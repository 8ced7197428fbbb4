/** Editions of the product. They ship different files. */
export const EDITIONS = ['web', 'electron'] as const
export type Edition = (typeof EDITIONS)[number]

/** Paths of the notices among the window's files, where the build puts them. */
export const NOTICES_PATH = '/licences/notices.json'
export const sbomPath = (edition: Edition): string => `/licences/sbom-${edition}.cdx.json`

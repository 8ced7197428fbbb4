/** Editions of the product, which ship different things. */
export const EDITIONS = ['web', 'electron'] as const
export type Edition = (typeof EDITIONS)[number]

/** Addresses in the window's own files, where the build puts them. */
export const NOTICES_PATH = '/licences/notices.json'
export const sbomPath = (edition: Edition): string => `/licences/sbom-${edition}.cdx.json`

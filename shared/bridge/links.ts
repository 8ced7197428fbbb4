import { ROUTES } from './routes.ts'

/** Scheme that the system opens with this application. */
export const LINK_SCHEME = 'ventanilla'

/** Link that opens a procedure. It has no plate and no name. */
export const procedureLink = (id: string): string =>
  `${LINK_SCHEME}://${ROUTES.procedure.link}/${encodeURIComponent(id)}`

/** The link as a scanner types it, also one with an American keyboard on a Spanish PC: `ventanillaÑ--expediente-7`. */
const SCANNED = new RegExp(`^${LINK_SCHEME}(://|ñ--)${ROUTES.procedure.link}[/-]([\\w.~'-]{1,200})$`, 'i')

/** Id of the procedure whose link was typed or scanned, or `null`. */
export function readScannedLink(typed: string): string | null {
  const [, separator, id] = SCANNED.exec(typed.trim()) ?? []
  if (id === undefined) return null
  // The hyphen of the American keyboard is the apostrophe of the Spanish one.
  return separator === '://' ? id : id.replaceAll("'", '-')
}

import satisfies from 'spdx-satisfies'

/**
 * Licences that the product can carry: each asks for its notice and no more. Copyleft is not among them: it would ask for
 * the product's own sources, or for a user's means to exchange a part of it. Of licences to choose from (`MIT OR
 * GPL-3.0-only`) one of these is enough; of several at once (`MIT AND Zlib`) all have to be.
 */
export const ALLOWED: readonly string[] = [
  '0BSD',
  'APAFML',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  // Of the colour profile: any use, and no other profile under its name.
  'LicenseRef-ICC-profile',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
  'blessing',
]

/** Why a licence, as an SPDX expression, cannot be carried; `null` if it can. */
export function refusal(licence: string): string | null {
  try {
    return satisfies(licence, ALLOWED) ? null : `its licence is not among those allowed: ${licence}`
  } catch {
    return `its licence is no SPDX expression: ${licence}`
  }
}

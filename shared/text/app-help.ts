/** Version of this application, as in package.json (a test holds it). Here, because the notes load when asked for. */
export const currentVersion = '0.1.0'

/** Texts of the help outside its panel. */
export const helpText = {
  what: '¿Qué significa?',
  whatIs: (name: string) => `¿Qué significa? ${name}`,
} as const

/** Notice after an update. */
export const releaseText = {
  updated: 'Ventanilla se ha actualizado.',
  to: (version: string) => `Ahora tienes la versión ${version}.`,
  see: 'Ver qué hay de nuevo',
  later: 'Ahora no',
} as const

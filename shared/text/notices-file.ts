/** Notices of licences as a file, which every package has. */
export const noticesFileText = {
  title: (product: string, version: string) => `${product} ${version}: avisos de licencias`,
  intro: [
    'Ventanilla contiene programas, tipografías y datos de otras personas, que los ceden con las licencias de abajo.',
    'Cada texto vale para lo que se nombra encima. Los textos están como los publican sus autores.',
  ],
  line: (name: string, version: string | null, licence: string) =>
    `${name}${version === null ? '' : ` ${version}`} (${licence})`,
} as const

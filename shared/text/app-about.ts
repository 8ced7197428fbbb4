import type { About } from '../bridge/about.ts'
import { fullDate } from './dates.ts'
import { plural } from './grammar.ts'

/** Ajustes › Acerca de. */
export const aboutText = {
  facts: 'Qué es y dónde está',
  copy: 'Copiar estos datos',
  copied: 'Datos copiados. No llevan claves, matrículas ni tu nombre de usuario.',
  notCopied: 'No se han podido copiar. Selecciona el texto y cópialo tú.',
  more: 'Para saber qué falla, mira Diagnóstico.',
  again: 'Volver a intentarlo',
  labels: {
    version: 'Versión',
    edition: 'Edición',
    installed: 'Instalada',
    committed: 'Código del',
    window: 'Ventana',
    node: 'Node.js',
    electron: 'Electron',
    system: 'Sistema',
    data: 'Carpeta de datos',
  },
  hosts: { web: 'Ligera, en el navegador', electron: 'De escritorio' },
  packages: {
    deb: 'Con el paquete .deb',
    archive: 'En una carpeta, sin instalador',
    windows: 'Con el instalador de Windows',
    electron: 'Con su instalador',
  },
  fromSources: 'No: funciona desde el código',
  unknownDate: 'Fecha desconocida',
  unknownBrowser: 'Un navegador que no dice cuál es',
  licences: 'Licencias de terceros',
  licencesHelp:
    'Ventanilla contiene programas, tipografías y datos de otras personas. Aquí están sus nombres, sus licencias y sus textos.',
  seeLicences: 'Ver las licencias',
  sbom: 'Lista de componentes (SBOM)',
  sbomHelp: 'En JSON (CycloneDX 1.6), para quien revisa la seguridad de los programas de la oficina.',
  saveSbom: 'Guardar la lista',
  saving: 'Guardando…',
  sbomFile: (version: string) => `ventanilla-${version}.cdx.json`,
  sbomSaved: 'Lista de componentes guardada en tus descargas.',
  sbomFailed:
    'No se ha podido leer la lista de componentes. Está también en la carpeta «licences» de la instalación.',
  search: 'versión edición código navegador node electron chromium soporte copyright software libre',
} as const

/** Dialog of the licences. */
export const licencesText = {
  title: aboutText.licences,
  find: 'Buscar un nombre o una licencia',
  count: (found: number) => plural(found, 'componente', 'componentes'),
  none: (query: string) => `Ningún componente coincide con «${query}».`,
  textOf: (name: string) => `Texto de la licencia de ${name}`,
  reading: 'Leyendo las licencias…',
  failed: 'No se han podido leer las licencias.',
  failedAdvice: 'Están también en la carpeta «licences» de la instalación, en AVISOS.txt.',
  again: aboutText.again,
  close: 'Cerrar',
} as const

export type AboutFact = readonly [label: string, value: string]

/**
 * What there is to know of this application, in order.
 * @param browser name and version of the window's browser, where it is one
 */
export function aboutFacts(about: About, browser: string | null): readonly AboutFact[] {
  const { labels, packages, hosts } = aboutText
  const { platform, release, arch } = about.system
  return [
    [labels.version, about.version],
    [labels.committed, about.committedAt === null ? aboutText.unknownDate : fullDate(about.committedAt)],
    [labels.edition, hosts[about.host]],
    [labels.installed, about.package === null ? aboutText.fromSources : packages[about.package]],
    [
      labels.window,
      about.chromium === null ? (browser ?? aboutText.unknownBrowser) : `Chromium ${about.chromium}`,
    ],
    ...(about.electron === null ? [] : [[labels.electron, about.electron] as const]),
    [labels.node, about.node],
    [labels.system, `${platform} ${release} ${arch}`],
    [labels.data, about.dataDirectory],
  ]
}

/** The same as plain text, to paste in a message to support: without the name of the PC's user. */
export const aboutAsText = (facts: readonly AboutFact[]): string =>
  `Ventanilla\n${facts.map(([label, value]) => `${label}: ${withoutUser(value)}`).join('\n')}\n`

const withoutUser = (text: string) => text.replace(/(?:[A-Z]:)?([\\/])(?:Users|home)\1[^\\/]+/gi, '~')

import { clock, fullDate } from './dates.ts'
import { settingsText } from './settings.ts'
import { plural } from './grammar.ts'

export interface ReportSummary {
  at: number
  version: string
  system: string
  versions: readonly string[]
  isDesktop: boolean
  troubles: readonly string[]
  events: readonly string[]
  dumps: readonly { name: string; at: number; bytes: number }[]
  withDumps: boolean
}

const section = (title: string, lines: readonly string[]) => [
  '',
  title,
  ...(lines.length === 0 ? ['  Nada'] : lines.map((line) => `  ${line}`)),
]

/** Texts of the report for support: its row in Diagnóstico, and the file in it that says what it has. */
export const supportReportText = {
  title: 'Informe para quien te da soporte',
  help: 'Un ZIP con el registro, las versiones y los procesos que han fallado. No lleva claves, matrículas ni nombres. Ventanilla no lo envía: lo guardas tú.',
  save: 'Guardar informe',
  saving: 'Guardando…',
  saved: 'Informe guardado en tus descargas.',
  dumps: (n: number, bytes: number) =>
    `Incluir ${plural(n, 'volcado de fallo', 'volcados de fallos')} (${settingsText.bytes(bytes)})`,
  dumpsHelp:
    'Es memoria de Ventanilla en el momento del fallo: puede llevar matrículas, nombres y claves, y no se le puede quitar. Inclúyelo solo si te lo piden y sabes quién lo recibe.',
  filename: 'informe-ventanilla.zip',
  summaryFile: 'informe.txt',
  summary: (of: ReportSummary) =>
    [
      `Informe de Ventanilla ${of.version}, ${fullDate(of.at)} ${clock(of.at)}`,
      `Sistema: ${of.system}`,
      `Versiones: ${of.versions.join(', ')}`,
      `Abierta en: ${of.isDesktop ? 'ventana de escritorio' : 'navegador'}`,
      ...section('Partes con problemas ahora', of.troubles),
      ...section('Procesos y partes que han fallado, según el registro', of.events),
      ...section(
        `Volcados de fallos, ${of.withDumps ? 'incluidos' : 'no incluidos'}`,
        of.dumps.map(
          ({ name, at, bytes }) => `${name} · ${fullDate(at)} ${clock(at)} · ${settingsText.bytes(bytes)}`,
        ),
      ),
      '',
    ].join('\n'),
} as const

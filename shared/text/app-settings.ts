import { count, plural } from './app.ts'

/** Words of Ajustes. */
export const settingsText = {
  account: 'Cuenta',
  accountDemo: 'En este equipo, con datos inventados',
  accountDemoKey: 'No usa clave',
  accountNote: 'Esta versión trabaja solo en Demostración: no llega a Tráfico y no necesita clave de API.',
  accountOther: 'Cuenta en uso',
  appearance: 'Apariencia',
  theme: 'Tema',
  themes: { system: 'Como el sistema', light: 'Claro', dark: 'Oscuro' },
  density: 'Densidad de las listas',
  densities: { comfortable: 'Cómoda', compact: 'Compacta' },
  keyboard: 'Teclado',
  singleKeys: 'Teclas de una letra',
  singleKeysHelp:
    'C copia la respuesta, R consulta de nuevo, una cifra empieza otra matrícula. Nunca actúan mientras escribes.',
  seeKeys: 'Todas las teclas',
  seeKeysAction: 'Ver teclas',
  data: 'Datos en este equipo',
  folder: 'Carpeta',
  size: 'Ocupan',
  reports: 'Veredictos guardados',
  dataNote: 'Se leen también sin conexión.',
  copyFolder: 'Copiar la ruta',
  folderCopied: 'Ruta copiada',
  failed: 'No se ha podido guardar el ajuste.',
  /** Bytes as a person says them. */
  bytes: (bytes: number) =>
    bytes < 1024 * 1024
      ? `${count(Math.max(1, Math.round(bytes / 1024)))} KB`
      : `${(bytes / 1024 / 1024).toLocaleString('es-ES', { maximumFractionDigits: 1 })} MB`,
  reportCount: (reports: number) => plural(reports, 'veredicto', 'veredictos'),
} as const

import type { Route } from '../bridge/route.ts'
import type { Browser } from '../host-protocol/protocol.ts'

/** Texts of the frame around every screen, in the window and in the panel. */

/** Replaces the content of an unreadable row from a damaged backup. */
export const unreadableRow = 'No se puede leer; se puede descartar'

export const viewTitles = {
  lookup: 'Consulta',
  'lookup-history': 'Historial de consultas',
  'plate-lists': 'Consulta masiva',
  'plate-list': 'Lista de matrículas',
  watches: 'Matrículas vigiladas',
  'transfer-batch': 'Transferencias en lote',
  procedures: 'Expedientes',
  procedure: 'Expediente',
  drafts: 'Borradores',
  outbox: 'Por enviar',
  deadlines: 'Plazos',
  dealers: 'Compraventas',
  dealer: 'Compraventa',
  requests: 'Reclamar',
  ledger: 'Cobros',
  'ledger-client': 'Cuenta de un cliente',
  figures: 'Cifras',
  templates: 'Plantillas',
  draft: 'Borrador',
  signatures: 'Firmas',
  signature: 'Firma',
  'signature-requests': 'Sin enviar',
  'signature-request': 'Enviar a firmar',
  contacts: 'Firmantes',
  inbox: 'Novedades',
  settings: 'Ajustes',
} as const satisfies Record<Route['view'], string>

export const plateWords = {
  label: (spelled: string) => `Matrícula ${spelled}`,
  vin: (vin: string) => `Bastidor ${vin}`,
} as const

export const frameText = {
  product: 'Ventanilla',
  /** Window title: the section only, never a plate. */
  windowTitle: (section: string) => `${section} · Ventanilla`,
  skip: 'Saltar al contenido',
  navigation: 'Principal',
  search: 'Buscar o ir a…',
  help: 'Ayuda',
  regions: { rail: 'Al lado' },
  dismiss: 'Cerrar',
} as const

export const environmentText = {
  demo: {
    name: 'Demostración',
    strip: 'DEMOSTRACIÓN',
    meaning: 'Datos inventados. Nada de lo que hagas sale de este equipo.',
  },
  development: {
    name: 'Pruebas',
    strip: 'PRUEBAS',
    meaning: 'Entorno de pruebas: no llega a Tráfico.',
  },
  production: { name: 'Producción', strip: '', meaning: '' },
} as const

export const connectionText = {
  idle: 'Sin consultas todavía',
  ready: 'Listo para consultar',
  online: 'Al día',
  silent: 'El servicio tarda en contestar',
  silentFor: (age: string) => `Sin respuesta ${age}`,
  down: 'Sin conexión con el servicio',
  unauthorized: 'Clave no válida',
  connecting: 'Conectando…',
  lost: 'Sin contacto con Ventanilla',
  closed: 'Ventanilla está cerrada',
  demoService: 'Servicio de demostración',
  lastContact: (age: string) => `Respondió ${age}`,
  dataFrom: (when: string) => `Datos de ${when}`,
} as const

export const closedText = {
  title: 'Ventanilla se ha cerrado o se ha reiniciado.',
  advice: 'Ábrela otra vez. Lo que habías consultado sigue guardado en este equipo.',
} as const

/** A part of the window failed to render. */
export const brokenText = {
  lost: 'Esta pantalla ha perdido el contacto con Ventanilla.',
  title: 'Esta pantalla no se puede mostrar.',
  advice: 'Recarga la ventana. Lo que estaba guardado sigue en este equipo.',
  reload: 'Recargar',
  part: 'Una parte de esta pantalla no se ha podido cargar. Recarga la ventana para verla.',
  panel: 'No se ha podido abrir. Recarga la ventana y prueba otra vez.',
  action: 'No se ha podido hacer. Recarga la ventana y prueba otra vez.',
} as const

/** Names of the browsers that the extension is for. */
export const browserNames: Readonly<Record<Browser, string>> = {
  chrome: 'Chrome',
  chromium: 'Chromium',
  edge: 'Edge',
  firefox: 'Firefox',
}

/** Names of keys, as drawn. */
export const keyNames = {
  space: 'Espacio',
  shift: 'Mayús',
  deleteKey: 'Supr',
  pageDown: 'Av Pág',
  pageUp: 'Re Pág',
  /** Action of the keys that move in a list. */
  move: 'moverse',
  /** Names of keys that are drawn as signs. */
  said: {
    Enter: 'Intro',
    ArrowUp: 'flecha arriba',
    ArrowDown: 'flecha abajo',
    '←': 'flecha izquierda',
    '→': 'flecha derecha',
  },
} as const

/** Texts of the lock that the first screen needs. Those of its page are in lock.ts. */
export const lockText = {
  opened: 'Desbloqueada',
  needsPin: 'Pon antes un PIN: sin él no se bloquea nada.',
} as const

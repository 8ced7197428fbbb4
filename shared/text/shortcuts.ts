import type { GlobalShortcut } from '../bridge/quick-lookup.ts'
import { type Accelerator, type Modifier, type Refusal, parseAccelerator } from '../domain/accelerator.ts'
import { keyNames } from './app.ts'
import { byNumber, plural } from './grammar.ts'

/** Texts of keys and of quick search: the sheet of shortcuts, names of keys, the global shortcut and the palette. */

/** Sheet of shortcuts. Their names are in the renderer's table of shortcuts. */
export const shortcutText = {
  title: 'Teclas',
  close: 'Cerrar',
  off: 'Las teclas de una letra están desactivadas en Ajustes.',
  groups: {
    anywhere: 'En toda la aplicación',
    field: 'En la matrícula',
    verdict: 'En el veredicto',
    quickLookup: 'En la consulta rápida',
    resource: 'En un expediente o una firma',
    wizard: 'Al abrir un expediente',
    lists: 'En las listas',
    cases: 'En Expedientes',
    deadlines: 'En Plazos',
    figures: 'En Cifras',
    dealer: 'En un compraventa',
    ledger: 'En Cobros',
    signatures: 'En Firmas',
    inbox: 'En Novedades',
    pdf: 'En un PDF',
  },
  palette: 'Buscar o ir a cualquier sitio',
  quickLookup: 'Consulta rápida',
  openInVentanilla: 'Abrir la matrícula en Ventanilla',
  field: 'Ir al campo de la pantalla',
  sections: 'Ir a cada sección',
  regions: 'Siguiente zona de la pantalla',
  regionsBack: 'Zona anterior',
  lock: 'Bloquear Ventanilla',
  help: 'Ver estas teclas',
  whatItMeans: 'Ayuda sobre lo que tienes delante',
  attention: 'Ver lo pendiente',
  lookUp: 'Consultar',
  lookUpCopy: 'Consultar, y copiar lo que conteste',
  clear: 'Borrar, o volver un paso atrás',
  copy: 'Copiar la respuesta para el cliente',
  again: 'Consultar de nuevo',
  watch: 'Vigilar la matrícula',
  complete: 'Pedir el informe completo',
  seePdf: 'Ver el PDF oficial',
  office: 'Ir a lo de tu oficina',
  savePdf: 'Guardar el PDF oficial',
  clientMessage: 'Mensaje para el cliente',
  nextPlate: 'Empezar otra matrícula',
  transfer: 'Empezar su transferencia',
  toPlate: 'Volver a la matrícula',
  newProcedure: 'Expediente nuevo',
  nextStep: 'Paso siguiente',
  stepBack: 'Paso anterior',
  newTemplate: 'Plantilla nueva',
  unfill: 'Deshacer lo último que se ha rellenado',
  takeKnown: 'Poner el dato que había en otro expediente',
  sendIt: 'Enviar, en la revisión',
  reviewIt: 'Revisar antes de enviar',
  toForm: 'Volver del repaso al formulario',
  undoSending: 'Deshacer el envío, mientras se puede',
  leaveIt: 'Guardar y salir',
  pasteText: 'Pegar un texto con los datos',
  undoFilled: 'Deshacer lo último que se ha rellenado, fuera de un campo',
  refresh: 'Actualizar ahora',
  copyPlate: 'Copiar la matrícula',
  up: 'Volver a la lista',
  move: 'Bajar y subir',
  open: 'Abrir',
  remove: 'Quitar o descartar la fila',
  documentType: 'Cambiar el tipo del documento',
  photoLeft: 'Girar la foto a la izquierda',
  photoRight: 'Girar la foto a la derecha',
  undoLast: 'Recuperar lo último descartado',
  clearSearch: 'Borrar la búsqueda, o volver a la lista',
  deadlineDay: 'Día anterior y siguiente',
  deadlineWeek: 'Semana anterior y siguiente',
  deadlineToday: 'Volver a hoy',
  deadlinePrint: 'Imprimir los plazos',
  figuresPrint: 'Imprimirlas',
  workDay: 'Trabajo del día: día anterior y siguiente',
  workToday: 'Trabajo del día: volver a hoy',
  dealerMonth: 'Mes anterior y siguiente',
  dealerPresent: 'Volver a este mes',
  dealerSign: 'Ver la firma que falta',
  dealerExport: 'Exportar a Excel',
  dealerTemplate: 'Empezar con esa plantilla',
  askClient: 'Pedir algo al cliente',
  requestRemind: 'Apuntar que se ha reclamado hoy',
  requestUndo: 'Deshacer lo último apuntado',
  ledgerEntry: 'Apuntar en la cuenta',
  ledgerPropose: 'Poner lo que propone la tarifa, en el apunte nuevo',
  copyProvision: 'Copiar la provisión de fondos',
  copySettlement: 'Copiar la liquidación',
  casePick: 'Elegir, o dejar de elegir',
  caseExtend: 'Elegir también el siguiente',
  caseAll: 'Elegir todos los que encuentra',
  casePreview: 'Vista previa',
  caseLabel: 'Etiquetar',
  caseAssign: 'Asignar a alguien',
  giveDraft: 'Entregar el borrador a un compañero',
  estimateItp: 'Estimar el ITP (620)',
  caseNote: 'Escribir una nota',
  caseCopy: 'Copiar el resumen',
  caseClear: 'Borrar la búsqueda, y después dejar de elegir',
  newSignatureRequest: 'Enviar a firmar',
  signAgain: 'Enviar de nuevo, desde la lista',
  signAgainHere: 'Enviar de nuevo, si no se firmó',
  seeSigned: 'Ver el PDF firmado, desde la lista',
  newContact: 'Firmante nuevo',
  signHere: 'Ir a los mandatos de sus partes',
  signContact: 'Enviar a firmar a ese firmante',
  asList: 'Consultar todas como lista',
  newPlateList: 'Lista nueva de matrículas',
  listCopy: 'Copiar el resultado de la lista',
  listMark: 'Marcar la matrícula',
  listNote: 'Anotar la matrícula',
  listFirst: 'Consultar antes',
  listPrint: 'Imprimir la lista',
  watchChange: 'Cambiar cómo se vigila',
  watchCopy: 'Copiar lo que se sabe de la vigilada',
  inboxRead: 'Marcar como leída o sin leer',
  inboxUnfold: 'Ver los cambios de una línea, o plegarlos',
  inboxDone: 'Hecho',
  inboxSnooze: 'Posponer',
  inboxMute: 'Silenciar',
  inboxUndo: 'Deshacer',
  pdfPage: 'Página siguiente y anterior',
  pdfEnd: 'Principio y final',
  pdfNearer: 'Ampliar',
  pdfFarther: 'Reducir',
  pdfReal: 'Tamaño real',
  pdfPrint: 'Imprimir',
  pdfSave: 'Guardar',
} as const

/** System whose keyboard the keys are drawn for. */
export type Desktop = 'mac' | 'windows' | 'linux'

const MODIFIERS: Record<Desktop, Record<Modifier, string>> = {
  mac: { CommandOrControl: '⌘', Control: '⌃', Super: '⌘', Alt: '⌥', Shift: '⇧' },
  windows: {
    CommandOrControl: 'Ctrl',
    Control: 'Ctrl',
    Super: 'Windows',
    Alt: 'Alt',
    Shift: keyNames.shift,
  },
  linux: {
    CommandOrControl: 'Ctrl',
    Control: 'Ctrl',
    Super: 'Super',
    Alt: 'Alt',
    Shift: keyNames.shift,
  },
}

const KEYS: Readonly<Record<string, string>> = {
  Space: keyNames.space,
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  Home: 'Inicio',
  End: 'Fin',
  PageUp: keyNames.pageUp,
  PageDown: keyNames.pageDown,
  Insert: 'Insert',
}

/** Keys of a combination, one by one: «Ctrl», «Mayús», «Espacio». */
export const keysOf = ({ modifiers, key }: Accelerator, desktop: Desktop): readonly string[] => [
  ...modifiersOf(modifiers, desktop),
  KEYS[key] ?? key,
]

const modifiersOf = (modifiers: readonly Modifier[], desktop: Desktop): readonly string[] =>
  modifiers.map((modifier) => MODIFIERS[desktop][modifier])

const joined = (keys: readonly string[], desktop: Desktop): string =>
  keys.join(desktop === 'mac' ? '' : ' + ')

/** «Ctrl + Mayús + Espacio», «⌘⇧Espacio». A text that is no combination stays unchanged. */
export function acceleratorWords(text: string, desktop: Desktop): string {
  const accelerator = parseAccelerator(text)
  return accelerator ? joined(keysOf(accelerator, desktop), desktop) : text
}

const SPOKEN_ON_MAC: Record<Modifier, string> = {
  CommandOrControl: 'Comando',
  Control: 'Control',
  Super: 'Comando',
  Alt: 'Opción',
  Shift: keyNames.shift,
}

/** Combination in words for a screen reader, which does not read the Mac's signs. */
export function acceleratorSpoken(text: string, desktop: Desktop): string {
  const accelerator = parseAccelerator(text)
  if (!accelerator || desktop !== 'mac') return acceleratorWords(text, desktop)
  const { modifiers, key } = accelerator
  return [...modifiers.map((modifier) => SPOKEN_ON_MAC[modifier]), KEYS[key] ?? key].join(' + ')
}

/** Held modifiers: «Ctrl + Mayús + …». */
export const heldWords = (modifiers: readonly Modifier[], desktop: Desktop): string =>
  modifiers.length === 0 ? '' : joined([...modifiersOf(modifiers, desktop), '…'], desktop)

/** Reason that a combination is refused, with advice. */
export const refusalText: Record<Refusal, (desktop: Desktop) => string> = {
  'alt-gr': () => 'Ctrl + Alt es AltGr, con la que se escriben @, # y €. Usa Ctrl + Mayús con otra tecla.',
  'unknown-key': () =>
    'Esa tecla no sirve en todos los teclados. Usa una letra, una cifra, una flecha, Espacio o una tecla de función.',
  'no-modifier': (desktop) =>
    desktop === 'mac'
      ? 'Falta ⌘ o ⌃: sin ellas no podrías escribir con esa tecla.'
      : 'Falta Ctrl: sin ella no podrías escribir con esa tecla.',
  'every-program': (desktop) =>
    `Casi todos los programas la usan para otra cosa. Añade ${MODIFIERS[desktop].Shift} o elige otra tecla.`,
  system: () => 'Esa combinación es del sistema. Elige otra.',
}

/** Command for the desktop's own shortcuts. */
export const PANEL_COMMAND = 'ventanilla --consulta'

/** Texts of Ajustes › Consulta rápida. */
export const globalShortcutText = {
  shortcut: 'Atajo desde cualquier programa',
  shortcutHelp: 'Abre la consulta rápida aunque tengas otro programa delante.',
  altGrHelp: 'Sin Ctrl + Alt: en teclados españoles es AltGr y quitaría @ # € [\u00a0]',
  search: 'teclas combinación global panel',
  none: 'Sin atajo',
  change: 'Cambiar',
  changeIt: 'Cambiar el atajo',
  choose: 'Elegir atajo',
  turnOff: 'Desactivar',
  turnItOff: 'Desactivar el atajo',
  turnedOff: 'Atajo desactivado.',
  changed: (words: string) => `El atajo es ahora ${words}.`,
  same: (words: string) => `${words} es el atajo que ya tienes.`,

  newShortcut: 'Combinación nueva',
  pressIt: 'Pulsa la combinación',
  captureHelp: 'Esc lo deja como está. Supr lo desactiva.',
  cancel: 'Cancelar',
  trying: 'Registrando…',
  taken: (words: string) => `Otro programa ya usa ${words}.`,
  refused: (words: string) => `El sistema no permite ${words}.`,
  stays: (words: string) => `Sigue el de antes, ${words}.`,
  staysNone: 'Sigue sin atajo.',
  another: 'Pulsa otra combinación.',

  test: 'Probar',
  testIt: 'Probar el atajo',
  testAgain: 'Probar otra vez',
  stopTest: 'Dejar de esperar',
  retry: 'Volver a intentarlo',
  pressNow: (words: string) => `Pulsa ahora ${words}`,
  pressNowHelp: 'Solo se comprueba que llega: no se abre nada. Esperamos 10 segundos.',
  works: 'Funciona',
  worksHelp: (ago: string) => `Se pulsó y llegó ${ago}.`,
  missed: 'No ha llegado',
  missedHelp:
    'Otro programa se la queda antes. Elige otra combinación, o cierra ese programa y prueba otra vez.',
  onlyHere: 'Solo llega a esta ventana, no desde otro programa. Elige otra combinación.',
  missedDesktop:
    'Este escritorio no la entrega. Pon la orden de abajo en sus propios atajos de teclado, o elige otra combinación.',

  desktop: 'En los atajos del escritorio',
  desktopHelp: 'En los ajustes de teclado de tu escritorio, añade un atajo con esta orden:',
  copyCommand: 'Copiar orden',
  commandCopied: 'Orden copiada',
  commandNotCopied: 'No se ha podido copiar. Selecciona la orden y cópiala tú.',

  browser: 'En el navegador no hay atajo desde otros programas',
  browserHelp:
    'Con Ventanilla delante, este atajo la abre desde cualquier pantalla. Si la instalas como aplicación, el menú de su icono tiene «Consulta rápida».',
  diagnosis: 'Atajo de la consulta rápida',
  see: 'Ver',
} as const

interface StateText {
  title: string
  help: string
}

/** Answer of the system about the shortcut, with advice. */
export const shortcutStates: Record<Exclude<GlobalShortcut, 'unsupported'>, StateText> = {
  off: { title: 'Desactivado', help: 'La consulta rápida se abre desde Ventanilla.' },
  registered: { title: 'Registrado', help: 'Pruébalo: otro programa podría quedárselo antes.' },
  unproven: {
    title: 'Registrado, sin confirmar',
    help: 'Este escritorio (Wayland) no dice si el atajo funciona. Si pide permiso, dáselo; después, pruébalo.',
  },
  taken: {
    title: 'Otro programa usa este atajo',
    help: 'Elige otra combinación, o cierra ese programa y vuelve a intentarlo.',
  },
  refused: {
    title: 'El sistema no permite este atajo',
    help: 'Elige otra combinación.',
  },
}

/** Line of Diagnóstico. */
export const shortcutLine = (state: GlobalShortcut, words: string | null): string =>
  state === 'unsupported'
    ? 'No lo hay en el navegador.'
    : words === null || state === 'off'
      ? `${shortcutStates.off.title}.`
      : `${words}: ${shortcutStates[state].title}.`

/** Texts of the palette (Ctrl+K). */
export const paletteText = {
  title: 'Buscar o ir a…',
  placeholder: 'Matrícula, cliente, firmante, etiqueta, ajuste u orden',
  results: 'Resultados',
  lookUp: 'Consultar',
  didYouMean: '¿Querías decir esta?',
  /** Kind of each result. */
  kinds: {
    action: 'Acción',
    plate: 'Matrícula',
    known: 'Consultada',
    person: 'Cliente',
    procedure: 'Expediente',
    signer: 'Firmante',
    label: 'Etiqueta',
    dealer: 'Compraventa',
    client: 'Ficha de cliente',
    setting: 'Ajuste',
    command: 'Orden',
  },
  cases: (n: number) => plural(n, 'expediente', 'expedientes'),
  open: (n: number) => plural(n, 'abierto', 'abiertos'),
  withLabel: 'ver sus expedientes',
  /** Groups of the options before the user types. */
  latest: 'Últimas matrículas',
  commands: 'Órdenes',
  /** The page has changed since the palette was opened. */
  gone: 'La pantalla ha cambiado y no se ha hecho nada. Vuelve a intentarlo.',
  searching: 'Buscando…',
  nothing: 'Nada coincide. Prueba con una matrícula, un nombre, una sección o una orden.',
  choose: keyNames.move,
  run: 'abrir',
  leave: 'salir',
  count: (n: number) => byNumber(n, '1 resultado', `${n} resultados`),
} as const

/** Commands of the palette. `also` are search words missing from the title. */
export const commandText = {
  quickLookup: { title: 'Consulta rápida', also: 'panel matrícula atajo flotante' },
  lookup: { title: 'Consulta', also: 'veredicto matrícula informe' },
  'lookup-history': { title: 'Historial de consultas', also: 'anteriores csv buscar' },
  'plate-lists': { title: 'Consulta masiva', also: 'lista matrículas excel varias compraventa lote' },
  watches: { title: 'Matrículas vigiladas', also: 'vigilar seguir avisar cambios alerta' },
  procedures: { title: 'Expedientes', also: 'transferencia matriculación trámites' },
  drafts: { title: 'Borradores', also: 'expedientes sin terminar a medias' },
  outbox: { title: 'Por enviar', also: 'expedientes pendientes envío cola bandeja de salida' },
  deadlines: { title: 'Plazos', also: 'calendario agenda vencidos vencimientos días fechas ics' },
  requests: {
    title: 'A quién reclamar hoy',
    also: 'reclamar pedir pedido falta cliente papeles firmas recordar perseguir',
  },
  dealers: { title: 'Compraventas', also: 'cuadro mes clientes concesionarios resumen etiquetas' },
  ledger: {
    title: 'Cobros',
    also: 'cuentas dinero deudas saldos provisiones suplidos honorarios tarifas clientes',
  },
  figures: { title: 'Cifras', also: 'estadísticas gráficos totales tiempos gasto meses informe' },
  templates: { title: 'Plantillas', also: 'modelo cliente compraventa repetir expediente' },
  signatures: { title: 'Firmas', also: 'mandato contrato firmar' },
  newSignatureRequest: {
    title: 'Enviar a firmar…',
    also: 'firma mandato contrato representación extravío firmante',
  },
  'signature-requests': { title: 'Firmas sin enviar', also: 'firmar pendientes borradores inciertas' },
  contacts: { title: 'Firmantes', also: 'libreta direcciones agenda contactos importar' },
  addResource: {
    title: 'Añadir expediente por ID o enlace…',
    also: 'firma seguir importar pegar id link',
  },
  inbox: { title: 'Novedades', also: 'avisos notificaciones cambios' },
  finishInbox: { title: 'Dar por hechas todas las novedades', also: 'leer vaciar avisos bandeja' },
  settings: { title: 'Ajustes', also: 'configuración preferencias cuenta' },
  themeLight: { title: 'Tema claro', also: 'apariencia color día' },
  themeDark: { title: 'Tema oscuro', also: 'apariencia color noche' },
  themeSystem: { title: 'Tema como el sistema', also: 'apariencia color' },
  densityComfortable: { title: 'Listas cómodas', also: 'densidad apariencia' },
  densityCompact: { title: 'Listas compactas', also: 'densidad apariencia' },
  retry: { title: 'Probar la conexión ahora', also: 'servicio red reintentar' },
  help: { title: 'Ayuda', also: 'qué significa explicar temas' },
  tourStart: { title: 'Empezar el paseo', also: 'formación tutorial aprender guía demostración' },
  tourGoOn: { title: 'Seguir con el paseo', also: 'formación tutorial aprender guía demostración' },
  secondPc: { title: 'Añadir otro puesto…', also: 'segundo equipo ventana compartir nota demostración' },
  scenarios: { title: 'Escenarios de formación', also: 'practicar aprender ejercicio curso demostración' },
  endScenario: { title: 'Terminar el escenario', also: 'formación acabar salir demostración' },
  releases: { title: 'Qué hay de nuevo', also: 'versión actualización cambios' },
  shortcuts: { title: 'Ver las teclas', also: 'atajos teclado ayuda' },
  accounts: { title: 'Cuentas y claves', also: 'cambiar clave api entorno producción desarrollo ajustes' },
  addAccount: { title: 'Añadir una cuenta', also: 'nueva clave api producción desarrollo' },
  diagnosis: { title: 'Diagnóstico', also: 'comprobar red proxy clave llavero soporte ayuda' },
  about: { title: 'Acerca de Ventanilla', also: 'versión edición licencias componentes soporte ajustes' },
  relay: { title: 'Relé', also: 'avisos tiempo real equipos oficina emparejar código ajustes' },
  extension: { title: 'Extensión del navegador', also: 'chrome edge firefox permiso instalar ajustes' },
  relayCheck: { title: 'Comprobar el camino del relé', also: 'avisos prueba diagnóstico lento no llegan' },
  backup: { title: 'Copia de seguridad', also: 'guardar restaurar respaldo ajustes' },
  lock: { title: 'Bloquear Ventanilla', also: 'pin pantalla ausente salir' },
  quit: { title: 'Cerrar Ventanilla', also: 'salir apagar terminar' },
} as const

/** Words of the palette (Ctrl+K). */
export const paletteText = {
  title: 'Buscar o ir a…',
  placeholder: 'Matrícula, sección u orden',
  results: 'Resultados',
  lookUp: 'Consultar',
  didYouMean: '¿Querías decir esta?',
  groups: { plate: 'Matrícula', known: 'En este equipo', recent: 'Recientes', commands: 'Ir a y órdenes' },
  nothing: 'Nada coincide. Prueba con una matrícula, una sección o una orden.',
  choose: 'elegir',
  run: 'abrir',
  leave: 'salir',
  count: (n: number) => (n === 1 ? '1 resultado' : `${n} resultados`),
} as const

/** The commands of the palette. `also` are words people look for and the title does not have. */
export const commandText = {
  lookup: { title: 'Consulta', also: 'veredicto matrícula informe' },
  history: { title: 'Historial de consultas', also: 'anteriores csv buscar' },
  procedures: { title: 'Expedientes', also: 'transferencia matriculación trámites' },
  signatures: { title: 'Firmas', also: 'mandato contrato firmar' },
  news: { title: 'Novedades', also: 'avisos notificaciones cambios' },
  settings: { title: 'Ajustes', also: 'configuración preferencias cuenta' },
  themeLight: { title: 'Tema claro', also: 'apariencia color día' },
  themeDark: { title: 'Tema oscuro', also: 'apariencia color noche' },
  themeSystem: { title: 'Tema como el sistema', also: 'apariencia color' },
  densityComfortable: { title: 'Listas cómodas', also: 'densidad apariencia' },
  densityCompact: { title: 'Listas compactas', also: 'densidad apariencia' },
  retry: { title: 'Probar la conexión ahora', also: 'servicio red reintentar' },
  shortcuts: { title: 'Ver las teclas', also: 'atajos teclado ayuda' },
  accounts: { title: 'Cuentas y claves', also: 'cambiar clave api entorno producción desarrollo ajustes' },
  addAccount: { title: 'Añadir una cuenta', also: 'nueva clave api producción desarrollo' },
  diagnosis: { title: 'Diagnóstico', also: 'comprobar red proxy clave llavero soporte ayuda' },
  quit: { title: 'Cerrar Ventanilla', also: 'salir apagar terminar' },
} as const

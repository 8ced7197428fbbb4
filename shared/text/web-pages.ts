/** Texts of the web host outside the application: its bare pages and its lines on the terminal. */
export const webPageTexts = {
  opening: 'Abriendo Ventanilla…',
  closed: 'Esta sesión de Ventanilla ha terminado.',
  openByLink: 'Abrir Ventanilla',
  moved: 'Esta dirección de Ventanilla ya no vale.',
  openInstead:
    'Abre Ventanilla desde su icono o con «npm start» y borra este marcador. Cada vez que se abre tiene una dirección nueva, para que nadie más de este equipo pueda ocuparla.',
  noRoom: 'Ventanilla no se puede abrir: no queda sitio en el disco.',
  makeRoom: 'Libera espacio y abre Ventanilla otra vez. Lo guardado está a salvo.',
  notFound: 'Esta página de Ventanilla no existe.',
  toLookup: 'Ir a Consulta',
  openAgain: 'Abre Ventanilla otra vez desde su icono o con «npm start». Tus datos siguen en este equipo.',
} as const

export const terminalTexts = {
  building: 'Compilando lo que ha cambiado…',
  built: (seconds: string) => `Compilado en ${seconds} s.`,
  buildFailed: 'No se ha podido compilar. Corrige lo que dice arriba y vuelve a intentarlo.',
  open: (origin: string) => `Ventanilla está abierta en ${origin}`,
  inWindow: (browser: string) =>
    `Se abre en una ventana propia de ${browser} («--browser=tab» la abre en una pestaña).`,
  inTab: 'Se abre en una pestaña de tu navegador.',
  enterBy: (file: string) =>
    `Para entrar, abre este archivo en tu navegador (vale una vez, diez minutos): ${file}`,
  enterAt: (url: string) => `O esta dirección: ${url}`,
  howToClose: 'Para cerrarla: Ctrl+C aquí, o «Cerrar Ventanilla» en Ctrl+K.',
  badLink: 'El enlace no lleva a ningún sitio de Ventanilla: se abre sin él.',
  alreadyOpen: 'Ventanilla ya está abierta con estos datos; te llevamos a ella.',
  notAnswering:
    'Ventanilla ya está abierta con estos datos, pero no contesta. Ciérrala y vuelve a intentarlo.',
  oldNode: (oldest: string, running: string) =>
    `Ventanilla necesita Node ${oldest} o posterior y este es Node ${running}. Instala Node 24 y vuelve a abrirla.`,
  badOption: (detail: string) => `No entiendo ${detail}. Con --help verás las opciones.`,
  optionWithoutValue: (option: string) => `${option} sin un valor`,
  optionWithValue: (option: string) => `${option} con un valor`,
  version: (version: string) => `Ventanilla ${version}`,
  help: `Uso: ventanilla [opciones] [enlace]

  --no-open              no abre ninguna ventana y escribe aquí cómo entrar
  --consulta             abre la consulta rápida
  --browser=app          en una ventana propia del navegador; --browser=tab, en una pestaña
  --port=NÚMERO          puerto en este equipo; 0, uno libre
  --data-dir=CARPETA     carpeta de los datos
  --no-sample-office     la demostración empieza vacía
  --check-admin-file=ARCHIVO  comprueba un archivo de administración
  --help                 esta ayuda
  --version              la versión

El enlace es uno de los que empiezan por «ventanilla:».
Con «npm start», las opciones van detrás de «--»; «--host=web» o «--host=electron» elige dónde se abre.`,
  cannotStart: (detail: string) => `Ventanilla no ha podido arrancar. ${detail}`,
  hopeless: (logFile: string) =>
    `Ventanilla se cierra porque algo falla una y otra vez. Lo guardado está a salvo: vuelve a abrirla. El detalle está en ${logFile}`,
} as const

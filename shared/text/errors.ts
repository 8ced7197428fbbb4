import type { ErrorCode } from '../bridge/result.ts'

/** What happened, what is safe and what to do: the one table from error code to words (interface.md 9). */
export interface ErrorText {
  title: string
  advice: string
}

export const errorTexts = {
  'invalid-plate': {
    title: 'Eso no es una matrícula.',
    advice: 'No se ha consultado nada. Corrígela y vuelve a pulsar Entrar.',
  },
  'invalid-request': {
    title: 'Ventanilla no ha entendido la petición.',
    advice: 'No se ha hecho nada. Recarga la pantalla; si se repite, reinicia Ventanilla.',
  },
  'file-unreadable': {
    title: 'No hemos podido leer ese archivo.',
    advice: 'Sirve un texto, un CSV o un correo. Si es otra cosa, copia las matrículas y pégalas.',
  },
  'file-too-large': {
    title: 'El archivo es demasiado grande.',
    advice: 'No se ha leído. El máximo son 5 MB: pártelo o copia solo las matrículas.',
  },
  unreachable: {
    title: 'No se ha podido conectar.',
    advice: 'Lo guardado en este equipo sigue disponible. Volvemos a intentarlo sin que hagas nada.',
  },
  timeout: {
    title: 'El servicio no ha contestado a tiempo.',
    advice: 'Lo guardado en este equipo sigue disponible. Volvemos a intentarlo sin que hagas nada.',
  },
  'service-failed': {
    title: 'El servicio ha fallado.',
    advice: 'No es cosa de tu equipo ni del vehículo. Volvemos a intentarlo sin que hagas nada.',
  },
  'rate-limited': {
    title: 'El servicio pide que esperemos.',
    advice: 'Hemos preguntado demasiado seguido. Seguimos en cuanto nos deje.',
  },
  unauthorized: {
    title: 'La clave de API no es válida o ha caducado.',
    advice: 'Hemos parado todas las consultas de esta cuenta. Revísala en Ajustes › Cuenta.',
  },
  'not-found': {
    title: 'El servicio ya no encuentra esa consulta.',
    advice: 'Lo que sabíamos sigue aquí. Vuelve a consultar la matrícula.',
  },
  rejected: {
    title: 'El servicio no ha aceptado la consulta.',
    advice: 'No se ha consultado nada. Comprueba la matrícula y vuelve a probar.',
  },
  'redirect-refused': {
    title: 'La conexión ha querido llevarnos a otra dirección.',
    advice:
      'La hemos cortado sin enviar tu clave. Avisa a quien lleva la red o revisa la dirección en Ajustes.',
  },
  'bad-answer': {
    title: 'El servicio ha contestado algo que no se entiende.',
    advice: 'No damos por buena esa respuesta. Volvemos a intentarlo sin que hagas nada.',
  },
  'answer-too-large': {
    title: 'La respuesta del servicio es demasiado grande.',
    advice: 'La hemos cortado para proteger este equipo. Si se repite, avisa al operador.',
  },
  'answer-too-deep': {
    title: 'La respuesta del servicio no tiene una forma razonable.',
    advice: 'La hemos descartado para proteger este equipo. Si se repite, avisa al operador.',
  },
  'report-stalled': {
    title: 'Tráfico no termina de contestar.',
    advice: 'Llevamos demasiado tiempo esperando este informe. Vuelve a consultar cuando quieras.',
  },
  'service-stopped': {
    title: 'El servicio de demostración se ha parado.',
    advice: 'Lo estamos arrancando otra vez. Lo guardado en este equipo sigue disponible.',
  },
  'store-locked': {
    title: 'Hay datos guardados, pero no la clave que los abre.',
    advice:
      'No se ha tocado nada. Recupera la clave y reintenta, o guarda aparte esos datos y empieza de cero.',
  },
  'store-failed': {
    title: 'No se pueden leer los datos de este equipo.',
    advice: 'No se ha borrado nada. Comprueba el disco y los permisos de la carpeta, y reintenta.',
  },
  'disk-full': {
    title: 'El disco está lleno.',
    advice: 'No se ha perdido nada de lo guardado. Libera espacio y vuelve a intentarlo.',
  },
  'bridge-lost': {
    title: 'Esta pantalla ha perdido el contacto con Ventanilla.',
    advice: 'Volvemos a conectar. Si no lo consigue, abre Ventanilla otra vez.',
  },
  cancelled: { title: 'Cancelado.', advice: 'No se ha hecho nada.' },
  internal: {
    title: 'Algo ha fallado dentro de Ventanilla.',
    advice: 'Lo guardado sigue a salvo. Inténtalo otra vez; si se repite, reinicia Ventanilla.',
  },
} as const satisfies Record<ErrorCode, ErrorText>

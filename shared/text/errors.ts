import type { PlateProblemCode } from '../domain/plates/diagnose.ts'
import type { ErrorCode } from '../bridge/result.ts'
import { brokenText } from './app.ts'

/** Text of an error: the event, the safe data and the next step. This is the only table from error codes to texts. */
export interface ErrorText {
  title: string
  advice: string
}

/** Texts that replace the general ones in one place. Some include the error's detail. */
export type ErrorTexts = Partial<Record<ErrorCode, ErrorText | ((detail: string) => ErrorText)>>

export const errorTexts = {
  'invalid-plate': {
    title: 'Eso no es una matrícula.',
    advice: 'No se ha consultado nada. Corrígela y vuelve a pulsar Entrar.',
  },
  managed: {
    title: 'Lo fija tu administrador.',
    advice: 'Aquí no se puede cambiar. Pídeselo a quien lleva los equipos.',
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
    title: 'El servidor redirige a otra dirección.',
    advice:
      'La hemos cortado sin enviar tu clave. Avisa a quien lleva la red o revisa la dirección en Ajustes.',
  },
  'bad-answer': {
    title: 'El servicio ha contestado algo que no se entiende.',
    advice: 'No damos por buena esa respuesta. Volvemos a intentarlo sin que hagas nada.',
  },
  'wrong-plate': {
    title: 'El servicio ha contestado con el informe de otra matrícula.',
    advice: 'No lo mostramos como si fuera de esta. Volvemos a preguntar; si se repite, avisa al operador.',
  },
  'answer-too-large': {
    title: 'La respuesta del servicio es demasiado grande.',
    advice: 'La hemos cortado para proteger este equipo. Si se repite, avisa al operador.',
  },
  'answer-too-deep': {
    title: 'Respuesta con formato no válido.',
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
  'proxy-refused': {
    title: 'El proxy de tu red no nos deja salir.',
    advice:
      'Lo guardado en este equipo sigue disponible. Pide a quien lleva la red que permita esta dirección.',
  },
  'proxy-login': {
    title: 'El proxy de tu red pide usuario y contraseña.',
    advice:
      'Ventanilla no puede identificarse en él (tampoco por NTLM). Pide un acceso sin contraseña para este equipo.',
  },
  'not-a-pdf': {
    title: 'Lo que ha llegado no es un PDF.',
    advice: 'No se ha guardado. Vuelve a pedirlo dentro de un rato; no se cobra otra vez.',
  },
  'bad-address': {
    title: 'Esa dirección no vale.',
    advice: 'Tiene que empezar por https:// y no llevar usuario, contraseña ni signos de interrogación.',
  },
  'bad-key': {
    title: 'Eso no parece una clave de API.',
    advice: 'Copia la clave entera, sin el texto que la rodea, y pégala otra vez.',
  },
  'wrong-service': {
    title: 'En esa dirección no contesta el servicio.',
    advice: 'Alguien responde, pero no es el operador. Comprueba la dirección que te dio.',
  },
  'unknown-account': {
    title: 'Esa cuenta ya no está en este equipo.',
    advice: 'Quizá se quitó en otra ventana. Elige otra en Ajustes › Cuenta y entornos.',
  },
  'no-account': {
    title: 'Este equipo no tiene ninguna cuenta.',
    advice: 'No se ha consultado nada. Añádela en Ajustes › Cuenta y entornos.',
  },
  'key-missing': {
    title: 'Falta la clave de API de esta cuenta.',
    advice:
      'El llavero puede estar bloqueado, o la clave perdida. Desbloquéalo y reintenta, o pega la clave en Ajustes.',
  },
  'address-changed': {
    title: 'La dirección de esta cuenta ha cambiado: vuelve a introducir la clave.',
    advice:
      'La clave se guardó para otra dirección y no se ha enviado a esta. Si la dirección es la de tu operador, pega la clave en Ajustes; si no, quita la cuenta y avisa a quien lleve tus equipos.',
  },
  'recent-report': {
    title: 'Ya hay un informe completo reciente de esta matrícula.',
    advice: 'No se ha pedido otro. Puedes usar el que hay o pedir uno nuevo a propósito.',
  },
  'already-requested': {
    title: 'Ya hay un informe completo pedido para esta matrícula.',
    advice: 'No se ha pedido otro. Espera a que llegue o resuelve el que está en duda.',
  },
  'too-many-watches': {
    title: 'No caben tantas matrículas vigiladas.',
    advice: 'Se vigilan 500 como mucho: deja de vigilar alguna.',
  },
  'draft-changed': {
    title: 'Este borrador ha cambiado en otra ventana.',
    advice: 'No se ha guardado encima. Mira lo que hay ahora y repite tu cambio.',
  },
  'contact-exists': {
    title: 'Ya hay un firmante con ese NIF.',
    advice: 'No se ha cambiado nada. Abre el que hay, o di que este lo sustituya.',
  },
  'draft-busy': {
    title: 'Este expediente se está enviando o ya se envió.',
    advice: 'No se ha cambiado nada. Deshaz o para el envío si aún estás a tiempo.',
  },
  'too-late': {
    title: 'Ya no se puede deshacer.',
    advice: 'El envío ha empezado. Puedes seguirlo en Por enviar.',
  },
  'not-a-draft': {
    title: 'Ese expediente ya no es un borrador.',
    advice: 'No se ha tocado. Lo enviado no se puede corregir desde aquí: habría que llamar al operador.',
  },
  'procedure-incomplete': {
    title: 'Todavía no se puede enviar.',
    advice: 'No ha salido nada. Revisa lo que falta en las comprobaciones y vuelve a enviarlo.',
  },
  'procedure-duplicate': {
    title: 'Ya hay un expediente abierto para este vehículo o esta factura.',
    advice: 'No ha salido nada. Mira el otro y, si de verdad es distinto, envía este también.',
  },
  'procedure-rejected': {
    title: 'El servicio no ha aceptado los datos.',
    advice: 'No se ha confirmado nada y tu borrador sigue aquí. Corrige lo que dice y vuelve a enviarlo.',
  },
  'procedure-conflict': {
    title: 'El servicio dice que ese expediente ya no admite ese paso.',
    advice: 'No se ha repetido nada. Comprueba en qué estado está antes de seguir.',
  },
  'send-interrupted': {
    title: 'El envío se quedó a medias.',
    advice: 'No se ha confirmado nada y lo hecho se aprovecha. Envíalo otra vez cuando quieras.',
  },
  'document-empty': {
    title: 'El archivo está vacío.',
    advice: 'No se ha añadido. Ábrelo para comprobarlo, o escanéalo otra vez.',
  },
  'document-not-accepted': {
    title: 'Ese archivo no es un PDF, JPEG, PNG ni HEIC.',
    advice: 'Miramos su contenido, no su nombre. Guárdalo como PDF o como imagen y vuelve a añadirlo.',
  },
  'document-too-large': {
    title: 'El archivo es demasiado grande.',
    advice: 'No se ha añadido. Escanéalo con menos resolución o divídelo en varios.',
  },
  'document-changed': {
    title: 'El archivo ha cambiado mientras lo leíamos.',
    advice: 'No se ha añadido a medias. Espera a que termine de guardarse y vuelve a añadirlo.',
  },
  'document-lost': {
    title: 'La copia de este documento ya no está en este equipo.',
    advice: 'Lo demás sigue a salvo. Quítalo y vuelve a añadir el archivo.',
  },
  'document-rejected': {
    title: 'El servicio no ha aceptado este documento.',
    advice: 'No se ha confirmado nada. Quítalo o cámbialo por otro y vuelve a enviar.',
  },
  'too-many-documents': {
    title: 'No caben más documentos.',
    advice: 'No se ha añadido. Junta varias páginas en un solo PDF o quita alguno.',
  },
  'bad-link': {
    title: 'Ese enlace no vale.',
    advice: 'Tiene que empezar por https:// o http:// y llevar a un archivo. Cópialo entero.',
  },
  'keychain-locked': {
    title: 'El llavero del sistema está bloqueado.',
    advice: 'Desbloquéalo con tu contraseña de usuario y vuelve a intentarlo. No se ha perdido nada.',
  },
  'keychain-unavailable': {
    title: 'Este equipo no tiene llavero.',
    advice: 'Puedes proteger las claves con una frase de paso, o trabajar en esta sesión sin guardar nada.',
  },
  'keychain-damaged': {
    title: 'El archivo de claves está dañado.',
    advice: 'No se ha tocado. Restaura una copia de seguridad o empieza otro y vuelve a pegar las claves.',
  },
  'passphrase-wrong': {
    title: 'Esa no es la frase de paso.',
    advice: 'No se ha abierto nada. Revisa mayúsculas y espacios, y vuelve a intentarlo.',
  },
  'passphrase-short': {
    title: 'La frase de paso es demasiado corta.',
    advice: 'Usa al menos 10 caracteres: tres o cuatro palabras que recuerdes.',
  },
  'nothing-persists': {
    title: 'En esta sesión no se guarda nada.',
    advice:
      'Sin llavero no se puede crear ni pagar nada. Protege las claves con una frase de paso en Ajustes.',
  },
  'entry-not-written': {
    title: 'No se ha podido cambiar la conexión.',
    advice: 'Todo sigue como estaba. Vuelve a intentarlo.',
  },
  'store-locked': {
    title: 'Hay datos guardados, pero no la clave que los abre.',
    advice:
      'No se ha tocado nada. Recupera la clave y reintenta, o guarda aparte esos datos y empieza de cero.',
  },
  'store-lost': {
    title: 'Faltan los datos de esta cuenta.',
    advice: 'Restaura una copia de seguridad, o devuelve el archivo a su carpeta y reintenta.',
  },
  'store-failed': {
    title: 'No se pueden leer los datos de este equipo.',
    advice: 'No se ha borrado nada. Comprueba el disco y los permisos de la carpeta, y reintenta.',
  },
  'store-newer': {
    title: 'Estos datos son de una versión más nueva de Ventanilla.',
    advice: 'No se ha tocado nada. Actualiza Ventanilla en este equipo y vuelve a abrirla.',
  },
  'store-stopped': {
    title: 'Se ha parado la parte de Ventanilla que guarda los datos.',
    advice:
      'Lo guardado sigue a salvo. Lo último que has hecho puede no haberse guardado: compruébalo y, si no vuelve sola, reintenta.',
  },
  'disk-full': {
    title: 'El disco está lleno.',
    advice: 'No se ha perdido nada de lo guardado. Libera espacio y vuelve a intentarlo.',
  },
  'signing-incomplete': {
    title: 'Faltan datos del firmante o hay errores.',
    advice: 'Repasa lo que está marcado y vuelve a enviarlo. No ha salido nada.',
  },
  'signing-rejected': {
    title: 'El servicio no acepta estos datos.',
    advice: 'No se ha enviado a firmar. Corrige lo que dice el servicio y envíalo otra vez.',
  },
  'bad-extra': {
    title: 'Los datos añadidos no son un objeto JSON.',
    advice: 'Corrígelos o déjalos vacíos. No ha salido nada.',
  },
  'procedure-over': {
    title: 'Este expediente ya ha terminado o se ha cancelado.',
    advice: 'No se ha subido nada. Si aún hace falta, habla con el operador.',
  },
  'not-solvable': {
    title: 'Esta incidencia no se puede marcar como resuelta.',
    advice: 'Depende de un tercero: cuando lo resuelva, la incidencia desaparece sola.',
  },
  'incident-gone': {
    title: 'Esa incidencia ya no está abierta.',
    advice: 'Alguien la resolvió o la retiró. No hay que hacer nada más con ella.',
  },
  'attachment-open': {
    title: 'Ya se está resolviendo esta incidencia.',
    advice: 'Espera a que termine. Si quedó a medias, decide primero qué hacer con ella.',
  },
  'paper-gone': {
    title: 'El servicio ya no tiene ese documento.',
    advice: 'Si lo guardaste en este equipo, sigue en el expediente. Si no, pídelo al operador.',
  },
  'not-a-paper': {
    title: 'Lo que ha llegado no es el documento.',
    advice: 'Parece una página de aviso o un archivo a medias. No se ha guardado; vuelve a intentarlo.',
  },
  'no-room-for-papers': {
    title: 'No cabe en el espacio reservado para documentos.',
    advice: 'Quita documentos de expedientes terminados o amplía el límite en Ajustes › Conservación.',
  },
  'no-simulator': {
    title: 'Aquí no hay Simulador.',
    advice: 'Solo existe en Demostración y en el entorno de pruebas del operador.',
  },
  'backup-unreadable': {
    title: 'Ese archivo no es una copia de Ventanilla, o está dañado.',
    advice: 'No se ha tocado nada de este equipo. Prueba con otra copia.',
  },
  'backup-newer': {
    title: 'La copia es de una versión más nueva de Ventanilla.',
    advice: 'Actualiza Ventanilla en este equipo y vuelve a intentarlo. No se ha tocado nada.',
  },
  'backup-other-account': {
    title: 'La copia es de otra cuenta.',
    advice: 'Cambia a esa cuenta, o confirma que quieres traer sus expedientes a esta.',
  },
  'backup-gone': {
    title: 'Hay que volver a elegir la copia.',
    advice: 'Han pasado más de diez minutos desde que se leyó. No se ha tocado nada.',
  },
  'backup-folder': {
    title: 'No se puede escribir en la carpeta de las copias.',
    advice: 'Comprueba que existe y que tienes permiso, o elige otra en Ajustes › Copia de seguridad.',
  },
  'no-program': {
    title: 'Ningún programa de este equipo lo ha abierto.',
    advice: 'Cópialo y pégalo tú, o elige en el sistema tu programa de correo.',
  },
  'calendar-folder': {
    title: 'No se puede escribir el calendario en esa carpeta.',
    advice: 'Comprueba que existe y que tienes permiso, o elige otra.',
  },
  'person-busy': {
    title: 'Hay algo de esa persona que se está enviando.',
    advice: 'Espera a que termine y vuelve a intentarlo. No se ha borrado nada.',
  },
  'relay-none': {
    title: 'Este equipo no tiene relé.',
    advice: 'No se ha hecho nada. Empareja este equipo en Ajustes › Relé.',
  },
  'relay-revoked': {
    title: 'El relé ya no admite este equipo.',
    advice: 'Los cambios se siguen revisando como siempre. Pide otro código y empareja el equipo de nuevo.',
  },
  'relay-not-admin': {
    title: 'Eso solo puede hacerlo un equipo que administra el relé.',
    advice: 'No se ha cambiado nada. Hazlo desde el equipo de quien lo lleva.',
  },
  'relay-code': {
    title: 'Ese código no vale.',
    advice: 'Puede estar mal escrito, usado o caducado. Compruébalo o pide otro: duran diez minutos.',
  },
  'relay-refused': {
    title: 'No se ha confirmado el emparejamiento.',
    advice: 'El código ya no sirve. Si ha sido un error, pide otro y vuelve a empezar.',
  },
  'relay-too-old': {
    title: 'Este relé es de una versión que no cifra los avisos.',
    advice: 'No se ha cambiado nada. Pide a quien lo lleva que lo actualice.',
  },
  'relay-pairing-old': {
    title: 'Este relé es de otra versión: con él no se puede emparejar.',
    advice:
      'No se ha hecho nada. Pide a quien lo lleva que actualice el relé. Si está al día, actualiza Ventanilla.',
  },
  'relay-key-missing': {
    title: 'A este equipo le falta la clave de la oficina.',
    advice: 'No se ha cambiado nada. Cambia la clave desde otro equipo que administre el relé.',
  },
  'sharing-full': {
    title: 'El relé no tiene sitio para más de lo que comparte tu oficina.',
    advice: 'En este equipo está todo. Pide a quien lleva el relé que le dé más sitio.',
  },
  'handover-begun': {
    title: 'Este borrador no se puede entregar: parte de él está en el servicio, o falta un documento.',
    advice: 'Sigue en este equipo. Envíalo desde aquí, o crea otro igual y entrega ese.',
  },
  'handover-too-large': {
    title: 'Los documentos de este borrador no caben en el relé.',
    advice: 'Sigue en este equipo. Quita los más grandes y vuelve a entregarlo.',
  },
  'handover-off': {
    title: 'Este equipo no comparte con los demás de la oficina.',
    advice: 'El borrador sigue aquí. Actívalo en Ajustes › Relé y vuelve a entregarlo.',
  },
  'handover-over': {
    title: 'Esta entrega ya ha terminado.',
    advice: 'El borrador se recogió o se recuperó mientras tanto. Mira Novedades.',
  },
  'handover-damaged': {
    title: 'Un documento del borrador no ha llegado entero.',
    advice: 'El borrador sigue en el equipo de quien lo entrega. Se vuelve a intentar solo.',
  },
  'relay-pc-unknown': {
    title: 'Hay un equipo sin clave, o cuyas palabras no se han comparado.',
    advice: 'No se ha hecho nada. Actualiza ese equipo o compara sus palabras, y vuelve a intentarlo.',
  },
  'relay-changed': {
    title: 'Otro equipo lo ha cambiado mientras tanto.',
    advice: 'No se ha cambiado nada desde aquí. Míralo de nuevo y vuelve a intentarlo.',
  },
  locked: { title: 'Ventanilla está bloqueada.', advice: 'Escribe el PIN para seguir donde estabas.' },
  'wrong-pin': { title: 'El PIN no es correcto.', advice: 'Inténtalo otra vez.' },
  'too-many-pins': {
    title: 'Demasiados intentos con un PIN que no es.',
    advice: 'Espera a que termine la cuenta y vuelve a intentarlo.',
  },
  'bridge-lost': {
    title: brokenText.lost,
    advice: 'Volvemos a conectar. Si no lo consigue, abre Ventanilla otra vez.',
  },
  cancelled: { title: 'Cancelado.', advice: 'No se ha hecho nada.' },
  internal: {
    title: 'Algo ha fallado dentro de Ventanilla.',
    advice: 'Lo guardado sigue a salvo. Inténtalo otra vez; si se repite, reinicia Ventanilla.',
  },
} as const satisfies Record<ErrorCode, ErrorText>

/** Correction, which follows the sentence of `problemTexts` (lookup.ts). The first screen does not need it. */
export const problemFixes: Readonly<Record<PlateProblemCode, string>> = {
  empty: 'Escríbela o pégala tal como la tengas.',
  'vowel-in-letters':
    'Mira esa letra en el permiso de circulación: si la matrícula es provincial, empieza por la provincia.',
  'digit-among-letters':
    'Tras las cuatro cifras van tres letras, sin vocales ni Q. El 8 suele ser una B mal leída.',
  'letter-among-digits':
    'Los números van seguidos y son cuatro. La O suele ser un 0 mal leído, y la I, un 1.',
  'too-short':
    'Son cuatro cifras y tres letras. En las provinciales, escribe también los ceros: «TF-0896-L».',
  'too-long': 'Son cuatro cifras y tres letras, a veces con una letra delante. Quita lo que sobra.',
  'unknown-form': 'Compárala con los ejemplos y cópiala del permiso de circulación.',
}

import type { HelpOf } from './help-topic.ts'

/** Help on the states of a signature. */
export const signatureHelp: HelpOf<'signature'> = {
  submitted: {
    means: 'El servicio ha registrado la petición, pero aún no la ha enviado al firmante.',
    steps: ['Espera: pasa sola a «Enviada».'],
    related: ['signature:sent'],
  },
  sent: {
    means: 'El firmante tiene el documento en su correo y todavía no lo ha firmado.',
    steps: [
      'Si tarda, cópiale un recordatorio y pídele que mire el correo no deseado.',
      'Si la dirección está mal, envía una petición nueva: una enviada no se corrige.',
    ],
    related: ['signature:expired', 'signature:signed'],
    also: 'pendiente recordatorio',
  },
  signed: {
    means: 'El firmante ha firmado y el documento firmado se puede descargar.',
    steps: ['Guarda el PDF firmado.', 'Súbelo al expediente si hace falta.'],
    related: ['signable:mandate-generic'],
  },
  rejected: {
    means: 'El firmante se ha negado a firmar. Esa petición ya no vale.',
    steps: ['Pregúntale por qué.', 'Corrige lo necesario y envía una petición nueva.'],
    related: ['signature:sent'],
  },
  expired: {
    means: 'Se ha pasado el plazo para firmar. Esa petición ya no vale.',
    steps: ['Comprueba la dirección de correo con el firmante.', 'Envía una petición nueva.'],
    related: ['signature:sent'],
    also: 'plazo caducidad',
  },
}

/** Help on the documents sent for signature. */
export const signableHelp: HelpOf<'signable'> = {
  'mandate-generic': {
    means: 'El cliente encarga a la gestoría que actúe por él ante la Administración, en general.',
    steps: ['Envíalo a firmar a quien figura en el trámite, o a su representante.'],
    related: ['signable:mandate-specific', 'signable:entity-representation'],
    also: 'mandato encargo',
  },
  'mandate-specific': {
    means: 'El cliente encarga a la gestoría un trámite concreto, que el documento nombra.',
    steps: ['Comprueba que el vehículo y el trámite son los del expediente.', 'Envíalo a firmar.'],
    related: ['signable:mandate-generic'],
    also: 'mandato encargo',
  },
  'entity-representation': {
    means: 'Una persona declara que representa a una entidad y que puede firmar por ella.',
    steps: ['Indica a la persona que firma, con su NIF.', 'Acompáñalo del poder si lo piden.'],
    related: ['input:power_of_attorney', 'input:tax_id'],
    also: 'empresa apoderado',
  },
  'sales-agreement': {
    means: 'Transmitente y adquirente acuerdan la venta. Su fecha es la que cuenta para los plazos.',
    steps: ['Comprueba vehículo, precio, fecha y partes.', 'Envíalo a firmar.'],
    related: ['input:sales_agreement'],
    also: 'venta plazos',
  },
  'lost-documents-declaration': {
    means: 'El titular declara que ha perdido documentos del vehículo. Acompaña al trámite en su lugar.',
    steps: ['Indica qué documento se perdió.', 'Envíalo a firmar al titular.'],
    related: ['input:lost_documents_declaration'],
    also: 'perdido permiso ficha',
  },
}

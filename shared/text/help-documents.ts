import type { HelpOf } from './help-topic.ts'

/** Help on the documents that the office supplies. */
export const inputHelp: HelpOf<'input'> = {
  national_id: {
    means: 'Identifica a una persona española. Hace falta el de cada parte.',
    steps: [
      'Escanea las dos caras.',
      'Comprueba que está en vigor.',
      'Compara el número con el del expediente.',
    ],
    related: ['input:foreigner_id', 'input:residence_registration_cert', 'incident:expired-document'],
    also: 'identidad carné',
  },
  foreigner_id: {
    means: 'Identifica a una persona extranjera: el NIE es su número, y la TIE la tarjeta que lo lleva.',
    steps: ['Escanea las dos caras de la tarjeta.', 'Si solo tiene el NIE, añade el pasaporte.'],
    related: ['input:passport', 'input:national_id'],
    also: 'extranjero identidad',
  },
  passport: {
    means: 'Identifica a una persona extranjera, junto con su NIE.',
    steps: ['Escanea la página con la foto y los datos.', 'Comprueba que está en vigor.'],
    related: ['input:foreigner_id'],
    also: 'extranjero identidad',
  },
  tax_id: {
    means: 'Acredita el NIF de una entidad. La persona que firma por ella se identifica aparte.',
    steps: ['Añade el DNI de quien la representa.', 'Añade el poder que le permite firmar.'],
    related: ['input:power_of_attorney', 'signable:entity-representation'],
    also: 'empresa sociedad',
  },
  veh_registration_cert: {
    means: 'Autoriza al vehículo a circular y dice quién es su titular.',
    steps: [
      'Compara matrícula, bastidor y titular con el expediente.',
      'Si se ha perdido, usa la declaración.',
    ],
    related: ['input:technical_sheet', 'input:lost_documents_declaration'],
    also: 'permiso',
  },
  technical_sheet: {
    means: 'Recoge los datos técnicos del vehículo y sus inspecciones.',
    steps: ['Compara el bastidor con el del expediente.', 'Mira la fecha de la última ITV.'],
    related: ['issue:itv-expired', 'input:veh_registration_cert'],
    also: 'inspección',
  },
  sales_agreement: {
    means:
      'Prueba la venta entre particulares. Desde la transmisión, el transmitente tiene 10 días para notificarla y el adquirente 30 para pedir el cambio de titular.',
    steps: [
      'Comprueba fecha, precio, vehículo, partes y firmas.',
      'Pon su fecha en el expediente: Ventanilla cuenta los plazos con ella.',
    ],
    related: ['input:invoice', 'signable:sales-agreement', 'generated:es_itp_doc'],
    also: 'venta plazos',
  },
  invoice: {
    means: 'Prueba la venta cuando la hace una empresa. Con ella se liquida el IVA y no el ITP.',
    steps: ['Comprueba NIF, vehículo e importe.', 'Pon su número y la base imponible en el expediente.'],
    related: ['input:sales_agreement', 'generated:es_itp_doc'],
    also: 'iva concesionario',
  },
  power_of_attorney: {
    means: 'Permite a una persona actuar por otra, o por una entidad.',
    steps: ['Comprueba que el poder alcanza a este trámite.', 'Añade el DNI del apoderado.'],
    related: ['input:tax_id', 'input:representation_auth'],
    also: 'apoderado notario escritura',
  },
  inheritance_deed: {
    means: 'Acredita quién hereda el vehículo cuando muere su titular. El cambio se pide en 90 días.',
    steps: ['Comprueba que nombra el vehículo y a quién se adjudica.', 'Añade el DNI del heredero.'],
    related: ['input:national_id'],
    also: 'heredero fallecido',
  },
  leasing_renting_contract: {
    means:
      'Dice de quién es el vehículo y quién lo usa. Sin el consentimiento de la entidad no se transmite.',
    steps: ['Comprueba vehículo, partes y fechas.', 'Pide la cancelación o el consentimiento, si los hay.'],
    related: ['issue:leasing', 'issue:renting'],
    also: 'arrendatario',
  },
  lost_documents_declaration: {
    means: 'El titular declara que ha perdido documentos del vehículo, y acompaña al trámite en su lugar.',
    steps: ['Comprueba que dice qué documento falta.', 'Si no está firmada, envíala a firmar.'],
    related: ['signable:lost-documents-declaration', 'input:veh_registration_cert'],
    also: 'perdido',
  },
  responsible_declaration: {
    means: 'Una persona asegura por escrito, bajo su responsabilidad, que cumple lo que el trámite exige.',
    steps: ['Comprueba que dice lo que se pide y que está firmada.'],
    related: ['input:representation_auth'],
  },
  representation_auth: {
    means: 'El interesado autoriza a otra persona a actuar por él en el trámite.',
    steps: ['Comprueba que las dos partes están identificadas y que está firmada.'],
    related: ['input:power_of_attorney', 'signable:mandate-specific'],
    also: 'autorizar',
  },
  residence_registration_cert: {
    means: 'Acredita dónde vive una persona. Hace falta cuando su domicilio no es el de su DNI.',
    steps: ['Compara el domicilio con el del expediente.'],
    related: ['input:national_id'],
    also: 'padrón domicilio',
  },
}

import type { HelpOf } from './help-topic.ts'

const keep = 'Guárdalo con el expediente.'
const check = 'Comprueba los datos antes de entregarlo.'

/** Help on the documents that the service generates. */
export const generatedHelp: HelpOf<'generated'> = {
  temp_veh_registration_cert: {
    means: 'Permite circular mientras llega el permiso definitivo.',
    steps: [check, 'Entrégalo al cliente.'],
    related: ['generated:final_veh_registration_cert'],
    also: 'circular',
  },
  final_veh_registration_cert: {
    means: 'El permiso a nombre del titular nuevo. Sustituye al provisional.',
    steps: [check, 'Entrégalo al cliente.'],
    related: ['generated:temp_veh_registration_cert', 'state:DONE'],
    also: 'circular',
  },
  temp_technical_sheet: {
    means: 'Recoge los datos técnicos mientras llega la ficha definitiva.',
    steps: [check, 'Entrégala al cliente.'],
    related: ['generated:final_technical_sheet'],
    also: 'itv',
  },
  final_technical_sheet: {
    means: 'La ficha técnica que queda con el vehículo. Sustituye a la provisional.',
    steps: [check, 'Entrégala al cliente.'],
    related: ['generated:temp_technical_sheet'],
    also: 'itv',
  },
  es_576_doc: {
    means:
      'Autoliquidación del impuesto de matriculación (IEDMT), ante la Agencia Tributaria. Va antes de la matriculación definitiva.',
    steps: ['Comprueba la base y el bastidor.', keep],
    related: ['generated:es_iedmt_payment_proof', 'generated:es_05_doc', 'generated:es_06_doc'],
    also: 'impuesto matriculación hacienda',
  },
  es_iedmt_payment_proof: {
    means: 'Prueba que el impuesto de matriculación (IEDMT) se pagó.',
    steps: [keep],
    related: ['generated:es_576_doc', 'incident:waiting-iedmt-validation'],
    also: 'hacienda',
  },
  es_01_doc: {
    means: 'Documento que el servicio da con este nombre y sin más explicación.',
    steps: ['Ábrelo para ver qué recoge.', keep],
    related: ['generated:es_04_doc'],
  },
  es_04_doc: {
    means: 'Petición para que la compra del vehículo lleve el IVA reducido, por movilidad reducida.',
    steps: ['Comprueba que el vehículo y la persona son los del expediente.', keep],
    related: ['generated:es_05_doc'],
    also: 'discapacidad 4 %',
  },
  es_05_doc: {
    means:
      'Pide no pagar el impuesto de matriculación, o pagar menos, cuando Hacienda tiene que reconocerlo antes. Hasta entonces no se puede matricular.',
    steps: ['Espera el reconocimiento.', keep],
    related: ['generated:es_06_doc', 'generated:es_576_doc'],
    also: 'exención hacienda',
  },
  es_06_doc: {
    means:
      'Declara que no hay que pagar el impuesto de matriculación, cuando no hace falta reconocerlo antes.',
    steps: ['Comprueba el motivo que declara.', keep],
    related: ['generated:es_05_doc', 'generated:es_576_doc'],
    also: 'exención hacienda',
  },
  es_ivtm_doc: {
    means: 'Documento del impuesto municipal de circulación (IVTM).',
    steps: ['Comprueba el municipio y el titular.', keep],
    related: ['generated:es_ivtm_payment_proof', 'incident:unpaid-ivtm-tax'],
    also: 'circulación ayuntamiento numerito',
  },
  es_ivtm_payment_proof: {
    means: 'Prueba que el impuesto de circulación (IVTM) se pagó.',
    steps: ['Comprueba el año y la matrícula.', keep],
    related: ['generated:es_ivtm_doc', 'incident:unpaid-ivtm-tax'],
    also: 'circulación ayuntamiento',
  },
  es_itp_doc: {
    means:
      'Impuesto de la compraventa entre particulares (ITP), de la comunidad autónoma del adquirente. El número del modelo y el plazo dependen de ella. Si vende una empresa con IVA, no se debe.',
    steps: ['Comprueba la base imponible.', keep],
    related: ['generated:es_itp_payment_proof', 'incident:waiting-620-validation', 'input:invoice'],
    also: 'transmisiones 621',
  },
  es_itp_payment_proof: {
    means: 'Prueba que el impuesto de la compraventa (ITP) se pagó.',
    steps: [keep],
    related: ['generated:es_itp_doc'],
    also: 'transmisiones 620 621',
  },
  submission_proof: {
    means: 'Prueba que el trámite se presentó, con su fecha.',
    steps: ['Guárdalo: es tu prueba si algo se retrasa.'],
    related: ['state:PENDING'],
    also: 'justificante',
  },
  procedure_invoice: {
    means: 'Factura de este trámite.',
    steps: ['Guárdala para tu contabilidad.'],
    related: ['state:DONE'],
    also: 'tasas suplidos honorarios',
  },
}

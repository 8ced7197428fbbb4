import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { fieldLabels } from '#shared/text/labels-procedures.ts'
import { renderPdf } from '../pdf/render.ts'
import type { SheetPart } from '../pdf/sheet.ts'
import { statusDescription, typeDescription } from '../procedures/present.ts'
import type { DocumentRow, ProcedureRow } from '../procedures/store.ts'

/** Section specific to each kind of document, so that they can be told apart at a glance. */
const OWN: Readonly<Record<string, (row: ProcedureRow) => SheetPart>> = {
  procedure_invoice: () => ({
    heading: 'Conceptos',
    columns: ['Concepto', 'Importe'],
    rows: [
      ['Honorarios de gestión', formatEuros(4_500)],
      ['IVA 21 %', formatEuros(945)],
      ['Tasa de Tráfico', formatEuros(9_985)],
      ['Total', formatEuros(15_430)],
    ],
  }),
  es_itp_doc: (row) => taxPart('Impuesto sobre Transmisiones Patrimoniales', row, 0.04),
  es_itp_payment_proof: (row) => taxPart('Pago del impuesto (modelo 620)', row, 0.04),
  submission_proof: (row) => ({
    heading: 'Presentación',
    text: `La solicitud del expediente ${row.id} ha quedado presentada. Este justificante no acredita su resolución.`,
  }),
}

function taxPart(heading: string, { taxable_base }: ProcedureRow, rate: number): SheetPart {
  const base = Math.round((taxable_base ?? 0) * 100)
  return {
    heading,
    fields: [
      [fieldLabels.taxableBase, formatEuros(base)],
      ['Tipo', `${rate * 100} %`],
      ['Cuota', formatEuros(Math.round(base * rate))],
    ],
  }
}

/** PDF of a procedure's document: its type, its holder and its vehicle. */
export function generatedPdf(
  row: ProcedureRow,
  document: DocumentRow,
  assumptions: ServiceAssumptions,
): Promise<Buffer> {
  const plate = row.vrm === null ? 'sin asignar' : displayPlate(row.vrm)
  const own = OWN[document.type]
  return renderPdf({
    title: document.name,
    subtitle:
      row.vin === null ? `Matrícula ${plate}` : `Bastidor ${displayVin(row.vin)} · Matrícula ${plate}`,
    madeMs: document.created_ms,
    parts: [
      {
        heading: 'Expediente',
        fields: [
          ['Documento', document.name],
          ['Expediente', row.id],
          ['Trámite', typeDescription(row.type, assumptions)],
          ['Estado', statusDescription(row)],
          [fieldLabels.companyTaxId, row.account],
          ...(row.invoice_number === null ? [] : [[fieldLabels.invoiceNumber, row.invoice_number] as const]),
        ],
      },
      {
        heading: 'Vehículo',
        fields: [['Matrícula', plate], ...(row.vin === null ? [] : [['Bastidor', row.vin] as const])],
      },
      ...(own === undefined ? [] : [own(row)]),
    ],
  })
}

/**
 * Procedures of a large office, all invented and reproducible. Dealers have their own invoice numbers, people have two
 * surnames, and nine of ten procedures have ended.
 */

const LETTERS = 'BCDFGHJKLMNPRSTVWXYZ'
const MODELS = [
  { brand: 'SEAT', model: 'León 1.5 TSI FR', vinStart: 'VSSZZZ5F' },
  { brand: 'RENAULT', model: 'Clio TCe 90', vinStart: 'VF15RJA0' },
  { brand: 'VOLKSWAGEN', model: 'Golf 2.0 TDI', vinStart: 'WVWZZZAU' },
  { brand: 'TOYOTA', model: 'Yaris Hybrid', vinStart: 'VNKKD3D3' },
  { brand: 'PEUGEOT', model: '308 BlueHDi', vinStart: 'VF3LPHNY' },
  { brand: 'CITROËN', model: 'Berlingo Feel', vinStart: 'VF7ERHNS' },
  { brand: 'BMW', model: '320d Touring', vinStart: 'WBA6K710' },
  { brand: 'DACIA', model: 'Sandero Stepway', vinStart: 'UU1DJF00' },
] as const
// prettier-ignore
const FIRST = [
  'María', 'José', 'Antonio', 'Carmen', 'Manuel', 'Ana', 'Francisco', 'Laura', 'Javier', 'Marta', 'David', 'Lucía',
  'Daniel', 'Cristina', 'Pablo', 'Elena', 'Sergio', 'Raquel', 'Alejandro', 'Nuria', 'Jesús', 'Rocío', 'Íñigo', 'Inés',
  'Ángel', 'Mónica', 'Óscar', 'Begoña', 'Iván', 'Sofía', 'Rubén', 'Verónica', 'Adrián', 'Núria', 'Joaquín', 'Concepción',
]
// prettier-ignore
const LAST = [
  'García', 'Rodríguez', 'González', 'Fernández', 'López', 'Martínez', 'Sánchez', 'Pérez', 'Gómez', 'Martín', 'Jiménez',
  'Hernández', 'Ruiz', 'Díaz', 'Moreno', 'Muñoz', 'Álvarez', 'Romero', 'Gutiérrez', 'Alonso', 'Navarro', 'Torres',
  'Domínguez', 'Ramos', 'Vázquez', 'Gil', 'Ramírez', 'Serrano', 'Blanco', 'Molina', 'Morales', 'Ortega', 'Delgado',
  'Castro', 'Ortiz', 'Rubio', 'Marín', 'Sanz', 'Núñez', 'Iglesias', 'Medina', 'Garrido', 'Cortés', 'Castillo', 'Santos',
  'Lozano', 'Guerrero', 'Cano', 'Prieto', 'Méndez', 'Cruz', 'Peña', 'Ibáñez', 'Echevarría', 'Zubizarreta', 'Llorens',
]
const TRADE = [
  'Automóviles',
  'Autos',
  'Talleres',
  'Ocasión',
  'Motor',
  'Concesionario',
  'Compraventa',
  'Movilidad',
]
const WORKSHOP = ['e Hijos, S.L.', 'S.A.', 'Motor, S.L.U.', 'y Cía.', '2000', 'del Norte', 'Costa', 'Premium']
const MAKES = ['VSSZZZ5FZ', 'VF15RJA0X', 'WVWZZZAUZ', 'VNKKD3D3X', 'VF3LPHNYW', 'UU1DJF00X', 'WBA6K710X']
const NOTES = [
  'Llamar antes de las 14:00',
  'Falta el recibo del IVTM',
  'Urgente, entrega el viernes',
  'Cliente de toda la vida',
  'Pendiente de la financiera',
]
const OPEN = ['PENDING', 'IN_PROGRESS', 'BLOCKED', 'ON_HOLD', 'DRAFT']
const OVER = ['DELIVERED_TO_CLIENT', 'DELIVERED_TO_CLIENT', 'DELIVERED_TO_CLIENT', 'DONE', 'CANCELLED']
const FILES = ['contrato', 'ficha tecnica', 'permiso', 'escaneo']
const MAILS = ['correo.example', 'buzon.example', 'gestores.example']
const LABELS = ['urgente', 'vip', 'renting', 'pendiente de pago']

/** Model of the vehicle with the `index`th plate. */
export const modelAt = (index: number) => MODELS[index % MODELS.length] ?? MODELS[0]

/** The `index`th plate. All are different, and spread over the whole series. */
export function plateAt(index: number): string {
  const mixed = (index * 7_919 + 13) % 80_000_000
  const letters = Math.floor(mixed / 10_000)
  const letter = (position: number) => LETTERS[Math.floor(letters / 20 ** position) % 20] ?? 'B'
  return `${String(mixed % 10_000).padStart(4, '0')}${letter(2)}${letter(1)}${letter(0)}`
}

/** Pseudo-random number, fixed for an index and a salt. */
const mix = (index: number, salt: number): number => {
  let value = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 7, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39)
  return (value ^ (value >>> 15)) >>> 0
}
const pick = <T>(values: readonly T[], index: number, salt: number): T =>
  values[mix(index, salt) % values.length] as T

const personAt = (index: number, salt: number) =>
  `${pick(FIRST, index, salt)} ${pick(LAST, index, salt + 1)} ${pick(LAST, index, salt + 2)}`
const dealerAt = (dealer: number) =>
  `${pick(TRADE, dealer, 1)} ${pick(LAST, dealer, 2)} ${pick(WORKSHOP, dealer, 3)}`
const taxIdAt = (index: number, salt: number) => dniOf(mix(index, salt) % 100_000_000)

/** DNI of a number, with its check letter. */
export const dniOf = (number: number): string =>
  `${String(number).padStart(8, '0')}${'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}`

export interface InventedProcedure {
  id: string
  status: string
  vrm: string | null
  vin: string | null
  label: string
  body: Record<string, unknown>
  /** What the office wrote about the case; `null` for one of ten. */
  annotations: {
    client: string
    seller: string
    sellerTaxId: string
    buyer: string
    buyerTaxId: string
    contractDate: string
    notes: string
  } | null
  labels: string[]
  /** E-mail address in the form that was sent, and names of the sent files. */
  userEmail: string
  files: string[]
  /** Entry of the buyer in the address book. */
  contact: { idNumber: string; fullname: string; phone: string; email: string } | null
}

/** @param now reference of the dates */
export function procedureAt(index: number, now: number): InventedProcedure {
  const isOpen = mix(index, 20) % 25 === 0
  const isRegistration = mix(index, 21) % 4 === 0
  const status = isOpen ? pick(OPEN, index, 22) : pick(OVER, index, 22)
  const dealer = mix(index, 23) % 400
  const id = `${hex(index, 24)}-${hex(index, 25).slice(0, 4)}-4${hex(index, 26).slice(0, 3)}-a${hex(index, 27).slice(0, 3)}-${hex(index, 28)}${hex(index, 29).slice(0, 4)}`
  const vrm = isRegistration && isOpen ? null : plateAt(index)
  const vin = isRegistration
    ? `${pick(MAKES, index, 30)}${String(mix(index, 31) % 100_000_000).padStart(8, '0')}`
    : null
  const created = new Date(now - (mix(index, 32) % 700) * 86_400_000 - 86_400_000)
  const invoice = `${pick(['F', 'FV', 'VO', 'A'], dealer, 4)}-${created.getFullYear()}/${String(mix(index, 33) % 10_000).padStart(4, '0')}`
  const isWritten = mix(index, 34) % 10 < 9
  const buyer = personAt(index, 44)
  const buyerTaxId = taxIdAt(index, 47)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    id,
    status,
    vrm,
    vin,
    label: isRegistration ? 'Matriculación' : 'Cambio de titularidad',
    body: {
      companyTaxId: 'B12345674',
      createdAt: created.toISOString(),
      docRecipient: null,
      documents: serviceDocuments(
        id,
        ['national_id', 'sales_agreement', 'technical_sheet', 'veh_registration_cert'],
        created,
      ),
      generatedDocuments: isOpen
        ? []
        : serviceDocuments(id, ['submission_proof', 'es_itp_doc', 'procedure_invoice'], created),
      id,
      incidents:
        status === 'BLOCKED'
          ? [{ id: `${id}-i`, level: 'blocker', solved: false, type: 'unpaid-ivtm-tax' }]
          : [],
      status,
      type: isRegistration ? 'VEHICLE_REGISTRATION' : 'VEHICLE_TRANSFER',
      ...(isRegistration ? { vehicle: { vin, vrm } } : { invoiceNumber: invoice, taxableBase: 8_250.5, vrm }),
    },
    annotations: isWritten
      ? {
          client: dealerAt(dealer),
          seller: isRegistration ? '' : personAt(index, 40),
          sellerTaxId: isRegistration ? '' : taxIdAt(index, 43),
          buyer,
          buyerTaxId,
          contractDate: `${two(created.getDate())}/${two(created.getMonth() + 1)}/${created.getFullYear()}`,
          notes: mix(index, 48) % 5 === 0 ? pick(NOTES, index, 49) : '',
        }
      : null,
    labels: mix(index, 50) % 12 === 0 ? [pick(LABELS, index, 51)] : [],
    userEmail: emailOf(buyer, index),
    files: [`dni ${plain(buyer)}.pdf`, `${pick(FILES, index, 52)}-${mix(index, 53) % 10_000}.pdf`],
    contact:
      isWritten && mix(index, 54) % 4 === 0
        ? { idNumber: buyerTaxId, fullname: buyer, phone: phoneAt(index), email: emailOf(buyer, index) }
        : null,
  }
}

const emailOf = (name: string, index: number) =>
  `${plain(name).replaceAll(' ', '.')}${mix(index, 55) % 100}@${pick(MAILS, index, 56)}`
const phoneAt = (index: number) => `+346${String(mix(index, 57) % 100_000_000).padStart(8, '0')}`

const hex = (index: number, salt: number) => mix(index, salt).toString(16).padStart(8, '0')

const serviceDocuments = (id: string, types: readonly string[], at: Date) =>
  types.map((type, place) => ({
    createdAt: at.toISOString(),
    id: `${id}-${place}`,
    metadata: {},
    mimeType: 'application/pdf',
    name: type,
    type,
  }))

/** Queries of each kind. All differ, so that no cached answer is used again. */
const QUERIES_PER_KIND = 40

/**
 * Typical searches of the staff over procedures spread through all of them, with matches from nearly all to one.
 * @returns queries by kind
 */
export function querySet(count: number, now: number): string[][] {
  const queries = (make: (one: InventedProcedure, at: number) => string) =>
    Array.from({ length: QUERIES_PER_KIND }, (_, at) =>
      make(procedureAt(Math.floor(((at + 0.5) * count) / QUERIES_PER_KIND), now), at),
    )
  const plateOf = ({ vrm }: InventedProcedure, at: number) => vrm ?? plateAt(at)
  return [
    // Part of a plate: «234B».
    queries((one, at) => plateOf(one, at).slice(1, 5)),
    // A whole plate with its space: «1234 BCD».
    queries((one, at) => plateOf(one, at).replace(/(?<=\d{4})/, ' ')),
    // Two letters: «ga».
    queries((_, at) => (LAST[at % LAST.length] ?? '').slice(0, 2)),
    // End of a VIN: «004711».
    queries((one, at) => one.vin?.slice(-6) ?? String(mix(at, 31) % 1_000_000).padStart(6, '0')),
    // A common first name without accents: «maria».
    queries((_, at) => plain(FIRST[at % FIRST.length] ?? '')),
    // An invoice: «f-2026/0859».
    queries(({ body }, at) => String(body['invoiceNumber'] ?? `F-2026/${1_000 + at}`)),
    // First name and surname: «ana garcia».
    queries((_, at) => plain(`${FIRST[at % FIRST.length]} ${LAST[(at * 7) % LAST.length]}`)),
    // Make and model: «renault clio».
    queries((_, at) => {
      const { brand, model } = modelAt(at)
      const words = plain(`${brand} ${model}`).split(' ')
      // Forty different queries from eight models: one word, two words and parts of words.
      return [words[0], words[1], `${words[0]} ${words[1]}`, words[0]?.slice(0, 4), words[1]?.slice(0, 3)][
        Math.floor(at / 8) % 5
      ] as string
    }),
    // Model and client: «golf lozano».
    queries((_, at) => plain(`${modelAt(at).model.split(' ')[0]} ${LAST[at % LAST.length]}`)),
    // Start of an e-mail address: «ana.garcia12@co».
    queries(({ userEmail }) => userEmail.slice(0, -8)),
    // A telephone: «612 345 678».
    Array.from({ length: QUERIES_PER_KIND }, (_, at) => {
      const phone = nextContactPhone(Math.floor(((at + 0.5) * count) / QUERIES_PER_KIND), count, now)
      return phone.slice(3).replace(/(\d{3})(?=\d)/g, '$1 ')
    }),
    // Words of a note: «llamar antes».
    queries((_, at) => {
      const words = plain(NOTES[at % NOTES.length] ?? '').split(/[^a-z0-9]+/)
      return words.slice(0, 1 + (Math.floor(at / NOTES.length) % 4)).join(' ') + ' '.repeat(at >= 20 ? 1 : 0)
    }),
    // A label: «renting».
    queries((_, at) => (LABELS[at % LABELS.length] ?? '').slice(0, 3 + Math.floor(at / 4))),
    // A document, up to the first surname of its name or without the end of its number: «contrato-812».
    queries(({ files: [named = '', numbered = ''] }, at) =>
      at % 2 === 0 ? named.split(' ').slice(0, 3).join(' ') : numbered.slice(0, -5),
    ),
  ]
}

/** Telephone of the first contact at that place or after it. */
function nextContactPhone(index: number, count: number, now: number): string {
  for (let at = index; at < count; at++) {
    const { contact } = procedureAt(at, now)
    if (contact) return contact.phone
  }
  return phoneAt(index)
}

/** Texts by which the list finds the `index`th procedure. The peers search the same texts. */
export function searchableAt(index: number, now: number) {
  const { id, vrm, vin, label, body, annotations, labels, userEmail, files, contact } = procedureAt(
    index,
    now,
  )
  const { client, seller, sellerTaxId, buyer, buyerTaxId, notes } = annotations ?? {}
  const { brand, model } = modelAt(index)
  return {
    id,
    vrm: vrm ?? '',
    vin: vin ?? '',
    invoice: String(body['invoiceNumber'] ?? ''),
    vehicle: vrm === null ? '' : `${brand} ${model}`,
    client: client ?? '',
    seller: seller ?? '',
    sellerTaxId: sellerTaxId ?? '',
    buyer: buyer ?? '',
    buyerTaxId: buyerTaxId ?? '',
    email: userEmail,
    phone: contact?.phone ?? '',
    notes: notes ?? '',
    label,
    labels: labels.join(' '),
    files: files.join(' '),
  }
}

export type Searchable = ReturnType<typeof searchableAt>

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Arrival, documentArrivals, listArrivals } from '#tests/fixtures/plate-lists/arrivals.ts'
import { attachedPart, mailOf, textPart } from '#tests/fixtures/plate-lists/mails.ts'
import { outlookMessage } from '#tests/fixtures/plate-lists/outlook.ts'
import { plateNumber } from '#tests/fixtures/plate-lists/plates.ts'
import { xlsxBomb } from '#tests/fixtures/plate-lists/zips.ts'
import { open, goBack } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { documents, give } from './states-documents.ts'

/** Every kind of file that an office is given, and what the screens say of it. */

const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/plate-lists/files/${name}`, import.meta.url))

/** Sheets with how many rows they have, or what is wrong. It is cancelled when the page hears `cancel`. */
const read = (page: Page, name: string, bytes: Uint8Array) =>
  page.evaluate(
    ([fileName, base64]) => {
      const file = new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], fileName)
      const abort = new AbortController()
      addEventListener('cancel', () => abort.abort(), { once: true })
      return window.readList(file, abort.signal).then(
        ({ sheets }) => sheets.map((sheet) => [sheet.name, String(sheet.rows.length)]),
        (error: { problem?: string }) => error.problem,
      )
    },
    [name, base64Of(bytes)] as const,
  )

test('a list is read in a worker under the content security policy of the windows', async ({ page }) => {
  await page.goto('/?state=first-run')
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text()) && /worker|script/.test(message.text()))
      refused.push(message.text())
  })
  for (const name of ['noviembre.xlsx', 'noviembre.ods'])
    expect(await read(page, name, fixture(name))).toEqual([
      ['Marzo', '15'],
      ['Instrucciones', '1'],
      ['Antiguos', '3'],
    ])
  expect(await read(page, 'lista-1252.csv', fixture('lista-1252.csv'))).toEqual([['', '5']])
  expect(await read(page, 'cifrado.xlsx', fixture('cifrado.xlsx'))).toBe('encrypted')
  expect(await read(page, 'antiguo.xls', fixture('antiguo.xls'))).toEqual([
    ['Marzo', '15'],
    ['Instrucciones', '1'],
    ['Antiguos', '3'],
  ])
  const message = outlookMessage('Hola', [{ name: 'lista.csv', content: fixture('lista-1252.csv') }])
  expect(await read(page, 'correo.msg', new Uint8Array(await message.arrayBuffer()))).toEqual([
    ['lista.csv', '5'],
  ])
  const ofExcel = Buffer.from(
    '<style>td{}</style><table><tr><td>1234BCD</td><td>Ana &laquo;B&raquo;</td></tr><tr><td>5678FGH</td><td>c</td></tr></table>',
  )
  expect(await read(page, 'pagina.xls', ofExcel)).toEqual([['', '2']])
  expect(refused).toEqual([])
  await expect.poll(() => page.workers().length).toBe(0)
})

test('a reading that is cancelled ends its worker at once', async ({ page }) => {
  await page.goto('/?state=first-run')
  const bytes = new Uint8Array(await xlsxBomb('<row/>').arrayBuffer())
  const started = page.waitForEvent('worker')
  const reading = read(page, 'bomba.xlsx', bytes)
  await started
  await page.evaluate(() => dispatchEvent(new Event('cancel')))
  expect(await reading).toBe('cancelled')
  await expect.poll(() => page.workers().length).toBe(0)
})

test('a bomb is refused, and the page goes on', async ({ page }) => {
  await page.goto('/?state=first-run')
  const bytes = new Uint8Array(await xlsxBomb(' ').arrayBuffer())
  // A slow PC runs out of time before it has read what makes it damaged.
  expect(await read(page, 'bomba.xlsx', bytes)).toMatch(/^(?:damaged|too-large)$/)
})

const chosen = ({ name, buffer }: Arrival) => ({ name, mimeType: '', buffer })
const form = (page: Page) => page.getByRole('form', { name: 'Lista nueva' })
const chooseList = (page: Page, file: Arrival) =>
  form(page).locator('input[type="file"]').setInputFiles(chosen(file))
const CSV = '1234BCD;Ana\n5678FGH;Eva\n'
/** The button that looks up so many plates. */
const submit = (page: Page, plates: number) =>
  page.getByRole('button', {
    name: plates === 0 ? 'Consultar' : `Consultar ${plates} matrículas`,
    exact: true,
  })

/** Of each list: how many plates it has and what is said beside them, or why it is not read. */
const LISTS: Readonly<Record<string, string | [plates: number, ...said: string[]]>> = {
  'noviembre.xlsx': [5, 'También hay matrículas en «Antiguos» (2)', 'Consultar también la fila oculta'],
  'cifrado.xlsx': 'Está protegido con contraseña. Ábrelo en su programa y guárdalo sin ella',
  'antiguo.xls': [5, 'También hay matrículas en «Antiguos» (2)'],
  'binario.xlsb': [2],
  'excel2003.xml': [2],
  'noviembre.ods': [5, 'También hay matrículas en «Antiguos» (2)'],
  'cifrado.ods': 'Está protegido con contraseña.',
  'plano.fods': [5, 'También hay matrículas en «Antiguos» (2)'],
  'pagina.xls': [2],
  'punto-y-coma.csv': [2],
  'tabuladores.txt': [2],
  'sep.csv': [2],
  'utf16.csv': [2],
  'bytes-malos.csv': [2],
  'nombres.csv': [0, 'No se ha encontrado ninguna matrícula.', '3 líneas sin matrícula'],
  'lista.numbers': 'Es de Numbers, el programa de Apple. Expórtalo desde Numbers como Excel o CSV',
  'marzo.zip': [2],
  'fotos.zip': '«foto.jpg»: es una imagen. De una foto no se leen matrículas',
  'listas.rar': 'Está comprimido en un formato que aquí no se abre. Descomprímelo con su programa',
  'listas.7z': 'Está comprimido en un formato que aquí no se abre.',
  'con-clave.zip': '«lista.csv»: está protegido con contraseña. Ábrelo en su programa',
  'adjunto.eml': [
    3,
    '2 partes no se han leído.',
    '«permiso.jpg»: es una imagen.',
    '«cifrado.xlsx»: está protegido',
  ],
  'reenviado.eml': [3],
  'cifrado.eml': '«smime.p7m»: es un correo cifrado o firmado. Ábrelo en tu programa de correo',
  'firmado.eml': [3],
  'outlook.msg': [3],
  'winmail.dat': [3],
  'foto.heic': 'Es una imagen. De una foto no se leen matrículas',
  'foto.jpg': 'Es una imagen.',
  'captura.png': 'Es una imagen.',
  'antiguo.doc': 'Es un documento de texto, no una lista. Guárdalo como .txt',
  'lista.docx': 'Es un documento de texto, no una lista.',
  'lista.rtf': [2],
  'lista.pdf': 'Es un PDF. Ábrelo, copia las matrículas y pégalas aquí',
  'vacio.csv': 'Está vacío.',
  'programa.bin': 'No es una lista. Se leen textos, CSV, Excel',
  'solo-html.eml': [2],
}

/** Their text goes to the field, where it can be changed. */
const TEXTS = ['lista.rtf', 'solo-html.eml']

test('a list of any kind is read, or says by its name what it is and what to do', async ({ page }) => {
  const files = await listArrivals()
  expect(Object.keys(files).toSorted()).toEqual(Object.keys(LISTS).toSorted())
  await open(page, 'plate-lists-none')
  for (const [name, said] of Object.entries(LISTS))
    await test.step(name, async () => {
      await chooseList(page, files[name]!)
      const alert = form(page).getByRole('alert')
      // Nothing was read of an archive or a mail: each part says why.
      if (typeof said === 'string' && said.startsWith('«'))
        return expect(form(page).getByRole('note')).toContainText(said)
      if (typeof said === 'string') return expect(alert).toContainText(`${name}. ${said}`)
      const [plates, ...words] = said
      if (!TEXTS.includes(name)) await expect(page.getByRole('group', { name })).toBeVisible()
      await expect(submit(page, plates)).toBeVisible()
      await expect(alert).toHaveCount(0)
      for (const word of words) await expect(form(page).getByText(word)).toBeVisible()
      // A signature is no part that somebody misses.
      if (!words.some((word) => word.includes('no se ha')))
        await expect(form(page).getByText('no se ha leído')).toHaveCount(0)
    })
  await expect(page.getByRole('textbox', { name: 'Lista de matrículas' })).toHaveValue(/1234 BCD de Ana/)
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('solo-html')
})

/** Of each document: what its row says, and its preview. */
const DOCUMENTS: Readonly<Record<string, [row: string, preview?: string]>> = {
  'permiso-jbig2.pdf': ['escaneado, sin texto', ''],
  'permiso-fax.pdf': ['escaneado, sin texto', ''],
  'permiso-jpx.pdf': ['escaneado, sin texto', ''],
  'de-propietario.pdf': ['PDF', ''],
  'con-contrasena.pdf': [
    'Pide una contraseña. Quien lo reciba no podrá abrirlo',
    'Este PDF pide una contraseña.',
  ],
  'firmado.pdf': ['PDF', ''],
  'formulario.pdf': ['Formulario que solo se ve con Acrobat.', 'Este formulario solo se ve con Acrobat.'],
  'pagina-rota.pdf': ['PDF', 'En la página 2 falta algo que no se ha podido dibujar.'],
  'cortado.pdf': ['No se puede abrir: puede estar dañado.', 'No hemos podido dibujar este documento.'],
  'foto.heic': ['Foto HEIC: aquí no se puede ver ni girar.', 'Las fotos HEIC no se pueden ver aquí.'],
  'vacio.pdf': ['El archivo está vacío. No se ha añadido.'],
  'lista.xlsx': ['no es un PDF, JPEG, PNG ni HEIC. Miramos su contenido, no su nombre. Guárdalo como PDF'],
  'antiguo.doc': ['no es un PDF, JPEG, PNG ni HEIC.'],
  'contrato.docx': ['no es un PDF, JPEG, PNG ni HEIC.'],
  'contrato.rtf': ['no es un PDF, JPEG, PNG ni HEIC.'],
  'correo.eml': ['Es un correo, no un documento. Ábrelo en tu programa de correo, guarda sus adjuntos'],
  'papeles.zip': ['Es un archivo comprimido. Descomprímelo y añade los documentos'],
  'programa.bin': ['no es un PDF, JPEG, PNG ni HEIC.'],
}

test('a document of any kind is added and seen, or says by its name what it is and what to do', async ({
  page,
}) => {
  const files = await documentArrivals()
  expect(Object.keys(files).toSorted()).toEqual(Object.keys(DOCUMENTS).toSorted())
  await open(page, 'documents-none')
  await documents(page)
  await give(page, Object.values(files).map(chosen))
  await expect(page.locator('.incoming')).toHaveCount(8)
  await expect(page.locator('.incoming--failed')).toHaveCount(8)
  for (const [name, [said, preview]] of Object.entries(DOCUMENTS))
    await test.step(name, async () => {
      const row = page.locator(preview === undefined ? '.incoming' : '.draft-document', { hasText: name })
      await expect(row).toContainText(said)
      if (preview === undefined) return
      await page.getByRole('button', { name: `Ver ${name}` }).click()
      const shown = page.locator('.preview')
      await expect(shown.getByRole('heading', { name })).toBeVisible()
      if (preview === '') await expect(shown.locator('canvas[data-drawn="true"]').first()).toBeVisible()
      else await expect(shown).toContainText(preview)
      if (preview === '') await expect(shown.getByText('no se ha podido dibujar')).toHaveCount(0)
    })
})

/** Drops files on the window, as the system does. A name that ends in a slash is a folder. */
const drop = (page: Page, files: readonly { name: string; text?: string }[]) =>
  page.evaluate((given) => {
    const data = new DataTransfer()
    const entries = given.map(({ name, text = '' }) => {
      const isDirectory = name.endsWith('/')
      const item = data.items.add(new File([text], name))!
      const entry = { isDirectory, name: name.replace('/', '') }
      return Object.defineProperty(item, 'webkitGetAsEntry', { value: () => entry })
    })
    Object.defineProperty(data, 'items', { value: entries })
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: data, cancelable: true, bubbles: true }),
    )
  }, files)

test('a long name fits the window, of a file that is read and of one that is not', async ({ page }) => {
  await open(page, 'plate-lists-none')
  const long = `Relacion_${'de_coches_'.repeat(22)}`
  for (const [name, text, role] of [
    [`${long}.csv`, CSV, 'group'],
    [`${long}.pdf`, '%PDF-1.7', 'alert'],
  ] as const) {
    await chooseList(page, { name, buffer: Buffer.from(text) })
    await expect(form(page).getByRole(role)).toContainText(name)
    const body = page.locator('.page__body')
    expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
})

test('of two drops the last one counts, and a folder or several files are named as that', async ({
  page,
}) => {
  await open(page, 'plate-lists-none')
  const alert = form(page).getByRole('alert')
  const bomb = { name: 'bomba.xlsx', buffer: Buffer.from(await xlsxBomb('<row/>').arrayBuffer()) }
  for (const [files, said] of [
    [[{ name: 'coches/' }], 'coches. Es una carpeta. Suelta el archivo de la lista que tiene dentro.'],
    [[{ name: 'a.csv' }, { name: 'b.csv' }], 'Son varios archivos. Cada lista es de un archivo'],
  ] as const) {
    await chooseList(page, bomb)
    await expect(page.getByText('Leyendo bomba.xlsx')).toBeVisible()
    await drop(page, files)
    await expect(alert).toContainText(said)
    await expect.poll(() => page.workers().length).toBe(0)
    await expect(alert).toContainText(said)
  }
  await chooseList(page, bomb)
  await expect(page.getByText('Leyendo bomba.xlsx')).toBeVisible()
  await drop(page, [{ name: 'segunda.csv', text: CSV }])
  // The field that had the focus is gone.
  await expect(page.getByRole('group', { name: 'segunda.csv' })).toBeFocused()
  await expect(submit(page, 2)).toBeEnabled()
})

test('in Consulta any list leads to where lists are read, and what is none says so by its name', async ({
  page,
}) => {
  const said = page.getByRole('main').getByRole('alert')
  await open(page)
  await drop(page, [{ name: 'coches/' }])
  await expect(said).toContainText('coches. Es una carpeta.')
  await drop(page, [{ name: 'a.csv' }, { name: 'b.csv' }])
  await expect(said).toContainText('Son varios archivos.')
  await drop(page, [{ name: 'lista.pdf', text: '%PDF-1.7' }])
  await expect(said).toContainText('lista.pdf. Es un PDF.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consulta masiva')
  await goBack(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consulta')
  await drop(page, [{ name: 'lista.csv', text: 'PK\u0003\u0004' }])
  await expect(said).toContainText('lista.csv. No se puede leer: está dañado o incompleto.')
})

test('a file that is saved again while it is read says so, wherever it was given', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'office-files-'))
  try {
    const path = join(folder, 'lista.csv')
    /** Gives the window a file of the disk, which is then written again, as by a program that is still saving it. */
    const dropChanged = async (input: string, text: string) => {
      writeFileSync(path, text)
      await page.evaluate(() => {
        addEventListener(
          'change',
          (event) => {
            event.stopImmediatePropagation()
            Object.assign(window, { held: (event.target as HTMLInputElement).files![0] })
          },
          { capture: true, once: true },
        )
      })
      await page.locator(input).setInputFiles(path)
      writeFileSync(path, `${text}${text}`)
      await page.evaluate(() => {
        const data = new DataTransfer()
        data.items.add((window as unknown as { held: File }).held)
        document.body.dispatchEvent(
          new DragEvent('drop', { dataTransfer: data, cancelable: true, bubbles: true }),
        )
      })
    }
    await open(page, 'plate-lists-none')
    await dropChanged('form input[type="file"]', CSV)
    await expect(form(page).getByRole('alert')).toContainText(
      'lista.csv. Ha cambiado o ya no está desde que lo elegiste. Espera a que termine de guardarse',
    )
    await open(page, 'documents-none')
    await documents(page)
    await dropChanged('input[type="file"]', '%PDF-1.7\n')
    await expect(page.locator('.incoming')).toContainText('No se puede leer el archivo.')
    await expect(page.locator('.incoming')).toContainText('Comprueba que sigue ahí y vuelve a elegirlo.')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('50,000 rows, and a mail of 200 attachments, are read; what is beyond is counted', async ({ page }) => {
  await open(page, 'plate-lists-none')
  const rows = Array.from({ length: 50_000 }, (_, at) => `${plateNumber(at)};Cliente ${at};Seat Ibiza`)
  await chooseList(page, { name: 'muchas.csv', buffer: Buffer.from(rows.join('\r\n')) })
  await expect(page.getByRole('button', { name: 'Consultar 5.000 matrículas' })).toBeEnabled()
  await expect(
    page.getByText('Una lista tiene 5.000 matrículas como mucho: quedan 45.000 fuera.'),
  ).toBeVisible()
  const csv = (at: number) =>
    attachedPart(`${at}.csv`, Buffer.from(`${plateNumber(at)};x\r\n${plateNumber(at + 1)};y\r\n`))
  const parts = Array.from({ length: 210 }, (_, at) => csv(at))
  await chooseList(page, { name: 'adjuntos.eml', buffer: Buffer.from(mailOf([textPart('Hola'), ...parts])) })
  await expect(page.getByRole('group', { name: 'adjuntos.eml' })).toBeVisible()
  await expect(page.getByText('10 partes no se han leído.')).toBeVisible()
  await expect(page.getByText('Y 2 más.')).toBeVisible()
  await page.getByLabel('Hoja').selectOption({ label: '199.csv' })
  await expect(submit(page, 2)).toBeEnabled()
})

import { kindOf, POLICY_KEY, policyName } from '#electron/core/features/managed-settings/policy.rules.ts'
import { type ManagedKey, MANAGED_KEYS, managedRow } from '#shared/bridge/settings.ts'
import { managedSettingTexts } from '#shared/text/setting-texts.ts'

const shapeOf = (key: ManagedKey) =>
  managedRow(key).schema as { options?: readonly string[]; minValue?: number; maxValue?: number }
const choicesOf = (key: ManagedKey): readonly string[] => shapeOf(key).options ?? []

const NAMESPACE = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions'
/**
 * Revision of the policies: the number of their texts, which grows with every setting and every choice. Windows then
 * refuses an older ADML beside a newer ADMX.
 */
const REVISION = `1.${MANAGED_KEYS.reduce((texts, key) => texts + 2 + choicesOf(key).length, 0)}`
const ROOT = { xmlns: NAMESPACE, revision: REVISION, schemaVersion: '1.0' }
const CATEGORY = 'Ventanilla'
const RECOMMENDED_CATEGORY = 'VentanillaRecommended'
const SUPPORTED = 'SUPPORTED_Ventanilla_0_1'

const text = (id: string) => `$(string.${id})`

const MAX_TEXT = 500

/** Makes the policy of a setting. */
function policy(key: ManagedKey, isRecommended: boolean): Xml {
  const name = policyName(key)
  const kind = kindOf(key)
  const registryKey = isRecommended ? String.raw`${POLICY_KEY}\Recommended` : POLICY_KEY
  const isSwitch = kind === 'boolean'
  return xml(
    'policy',
    {
      name: isRecommended ? `${name}_Recommended` : name,
      class: 'Both',
      displayName: text(name),
      explainText: text(`${name}_Explain`),
      ...(!isSwitch && { presentation: `$(presentation.${name})` }),
      key: registryKey,
      ...(isSwitch && { valueName: name }),
    },
    xml('parentCategory', { ref: isRecommended ? RECOMMENDED_CATEGORY : CATEGORY }),
    xml('supportedOn', { ref: SUPPORTED }),
    ...(isSwitch
      ? [
          xml('enabledValue', {}, xml('decimal', { value: 1 })),
          xml('disabledValue', {}, xml('decimal', { value: 0 })),
        ]
      : [xml('elements', {}, element(key, registryKey))]),
  )
}

function element(key: ManagedKey, registryKey: string): Xml {
  const name = policyName(key)
  const value = { id: name, valueName: name }
  switch (kindOf(key)) {
    case 'number': {
      const { minValue = 0, maxValue = 0 } = shapeOf(key)
      return xml('decimal', { ...value, required: true, minValue, maxValue })
    }
    case 'choice':
      return xml(
        'enum',
        { ...value, required: true },
        ...choicesOf(key).map((choice) =>
          xml(
            'item',
            { displayName: text(`${name}_${choice}`) },
            xml('value', {}, xml('string', {}, choice)),
          ),
        ),
      )
    case 'list':
      // Without a prefix each value would have its content as its name.
      return xml('list', { id: name, key: `${registryKey}\\${name}`, valuePrefix: '' })
    default:
      // An empty text means no shortcut.
      return xml('text', { ...value, required: key !== 'quickLookup.shortcut', maxLength: MAX_TEXT })
  }
}

/** Makes the control that edits a policy's value. */
function presentation(key: ManagedKey, label: string): Xml | null {
  const refId = policyName(key)
  switch (kindOf(key)) {
    case 'boolean':
      return null
    case 'number':
      return xml('decimalTextBox', { refId, defaultValue: Number(managedRow(key).default ?? 0) }, label)
    case 'choice':
      return xml('dropdownList', { refId, noSort: true, defaultItem: 0 }, label)
    case 'list':
      return xml('listBox', { refId }, label)
    default:
      return xml('textBox', { refId }, xml('label', {}, label))
  }
}

/**
 * `ventanilla.admx`: every setting of the schema. Settings that may be recommended appear a second time as a
 * recommendation.
 */
export function admx(): string {
  const recommended = MANAGED_KEYS.filter((key) => !managedRow(key).isOnlyMandatory)
  return documentOf(
    xml(
      'policyDefinitions',
      ROOT,
      xml('policyNamespaces', {}, xml('target', { prefix: 'ventanilla', namespace: 'Ventanilla.Policies' })),
      xml('resources', { minRequiredRevision: REVISION, fallbackCulture: 'es-ES' }),
      xml(
        'supportedOn',
        {},
        xml('definitions', {}, xml('definition', { name: SUPPORTED, displayName: text(SUPPORTED) })),
      ),
      xml(
        'categories',
        {},
        xml('category', { name: CATEGORY, displayName: text(CATEGORY) }),
        xml(
          'category',
          {
            name: RECOMMENDED_CATEGORY,
            displayName: text(RECOMMENDED_CATEGORY),
            explainText: text(`${RECOMMENDED_CATEGORY}_Explain`),
          },
          xml('parentCategory', { ref: CATEGORY }),
        ),
      ),
      xml(
        'policies',
        {},
        ...MANAGED_KEYS.map((key) => policy(key, false)),
        ...recommended.map((key) => policy(key, true)),
      ),
    ),
  )
}

interface Language {
  /** Language of the settings' texts. */
  texts: 'es' | 'en'
  displayName: string
  description: string
  category: string
  recommended: string
  recommendedExplain: string
  supported: string
  key: (key: ManagedKey) => string
  value: (expected: string) => string
  choices: Readonly<Record<string, string>>
}

export const LANGUAGES = {
  'es-ES': {
    texts: 'es',
    displayName: 'Ventanilla',
    description: 'Ajustes de Ventanilla que fija quien administra los equipos.',
    category: 'Ventanilla',
    recommended: 'Valores recomendados',
    recommendedExplain: 'Valen mientras la persona no elija otro en Ajustes.',
    supported: 'Ventanilla 0.1 o posterior',
    key: (key) => `En el archivo: ${key}`,
    value: (expected) => `Valor: ${expected}.`,
    choices: {
      automatic: 'Automáticas',
      ask: 'Cuando lo diga una persona',
      off: 'No buscar',
      stable: 'Estable',
      beta: 'Beta',
    },
  },
  'en-US': {
    texts: 'en',
    displayName: 'Ventanilla',
    description: 'Settings of Ventanilla that an administrator of the PCs fixes.',
    category: 'Ventanilla',
    recommended: 'Recommended values',
    recommendedExplain: 'They hold until the user chooses another value in the settings.',
    supported: 'Ventanilla 0.1 or later',
    key: (key) => `In the file: ${key}`,
    value: (expected) => `Value: ${expected}.`,
    choices: {
      automatic: 'Automatic',
      ask: 'When a person says so',
      off: 'Do not look for them',
      stable: 'Stable',
      beta: 'Beta',
    },
  },
} as const satisfies Record<string, Language>
export type LanguageName = keyof typeof LANGUAGES

/** `<language>/ventanilla.adml`. */
export function adml(language: LanguageName): string {
  const words: Language = LANGUAGES[language]
  const string = (id: string, content: string) => xml('string', { id }, content)
  const strings = MANAGED_KEYS.flatMap((key) => {
    const name = policyName(key)
    const { title, explain, expected } = managedSettingTexts[key][words.texts]
    return [
      string(name, title),
      string(`${name}_Explain`, `${explain}\n\n${words.value(expected)}\n\n${words.key(key)}`),
      ...choicesOf(key).map((choice) => string(`${name}_${choice}`, words.choices[choice] ?? '')),
    ]
  })
  const presentations = MANAGED_KEYS.flatMap((key) => {
    const inside = presentation(key, managedSettingTexts[key][words.texts].title)
    return inside ? [xml('presentation', { id: policyName(key) }, inside)] : []
  })
  return documentOf(
    xml(
      'policyDefinitionResources',
      ROOT,
      xml('displayName', {}, words.displayName),
      xml('description', {}, words.description),
      xml(
        'resources',
        {},
        xml(
          'stringTable',
          {},
          string(CATEGORY, words.category),
          string(RECOMMENDED_CATEGORY, words.recommended),
          string(`${RECOMMENDED_CATEGORY}_Explain`, words.recommendedExplain),
          string(SUPPORTED, words.supported),
          ...strings,
        ),
        xml('presentationTable', {}, ...presentations),
      ),
    ),
  )
}

/** An element of a policy file. */
interface Xml {
  name: string
  attributes: Readonly<Record<string, string | number | boolean>>
  content: readonly (Xml | string)[]
}

const xml = (
  name: string,
  attributes: Xml['attributes'] = {},
  ...content: readonly (Xml | string)[]
): Xml => ({ name, attributes, content })

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function lines({ name, attributes, content }: Xml, indent: string): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  const open = `${indent}<${name}${given.join('')}`
  if (content.length === 0) return `${open} />\n`
  // The editor would show whitespace around a text.
  if (content.every((part) => typeof part === 'string'))
    return `${open}>${content.map(escaped).join('')}</${name}>\n`
  const inside = content.map((part) =>
    typeof part === 'string' ? `${indent}  ${escaped(part)}\n` : lines(part, `${indent}  `),
  )
  return `${open}>\n${inside.join('')}${indent}</${name}>\n`
}

/** Whole text of a policy file. */
const documentOf = (root: Xml): string => `<?xml version="1.0" encoding="utf-8"?>\n${lines(root, '')}`

import { kindOf, POLICY_KEY, policyName } from '#electron/core/features/managed-settings/policy.rules.ts'
import { type ManagedKey, MANAGED_KEYS, managedRow } from '#shared/bridge/settings.ts'
import { type ManagedSettingText, managedSettingTexts } from '#shared/text/managed.ts'

const DAYS = 'a whole number from 0 to 3650'
const YES_OR_NO = 'true or false'
const ADDRESS =
  'an address that begins with https:// (or http:// on the PC itself), without a user, a password or a "?"'

/** English counterpart of `managedSettingTexts`. */
export const englishTexts: Readonly<Record<ManagedKey, ManagedSettingText>> = {
  'service.addresses': {
    title: 'Allowed addresses of the service',
    explain:
      'The only addresses of the operator that an account of this PC may have. An account with another address is not opened, and its key is not sent.',
    expected: `a list of 1 to 20 addresses; each of them, ${ADDRESS}`,
  },
  accounts: {
    title: 'Prepared accounts',
    explain:
      'Accounts that Ventanilla offers with their name, environment and address filled in: a person only pastes the key, which is never here. One line for each: environment, address and name, with blanks between. As mandatory, no other account can be added.',
    expected:
      'a list of 1 to 20 accounts with "name" (up to 80 characters), "environment" ("production" or "development") and "address" (an https:// address), and nothing else',
  },
  'relay.address': {
    title: 'Address of the relay',
    explain:
      "The office's relay. As mandatory, this PC uses no other one, even if it was paired with it before.",
    expected: ADDRESS,
  },
  'updates.mode': {
    title: 'Updates',
    explain:
      '"automatic": installed when Ventanilla is opened. "ask": a person says when. "off": none is looked for, because an administrator distributes them.',
    expected: '"automatic", "ask" or "off"',
  },
  'updates.feed': {
    title: 'Where updates come from',
    explain: 'Address of the directory with the versions, for instance on a server of the office.',
    expected: ADDRESS,
  },
  'updates.channel': {
    title: 'Channel of updates',
    explain: '"stable" for everyday work; "beta" to try versions before the others.',
    expected: '"stable" or "beta"',
  },
  'lock.pinRequired': {
    title: 'Require a PIN',
    explain: 'Ventanilla shows nothing until each person has set a PIN, and the PIN cannot be removed.',
    expected: YES_OR_NO,
  },
  'lock.idleMinutes': {
    title: 'Lock when nobody uses it',
    explain: 'Minutes without keyboard or mouse until it locks. With 0, only when a person asks for it.',
    expected: 'a whole number from 0 to 240',
  },
  'lock.withSystem': {
    title: 'Lock with the PC',
    explain: "Ventanilla locks when the system's session is locked or goes to sleep.",
    expected: YES_OR_NO,
  },
  'retention.visibleDays': {
    title: 'Days that ended procedures stay visible',
    explain: 'Days that ended procedures stay visible; then they are blocked. With 0, never.',
    expected: DAYS,
  },
  'retention.blockedDays': {
    title: 'Days blocked until they are erased',
    explain: 'Days that blocked procedures are kept, encrypted and shown to nobody, before they are erased.',
    expected: DAYS,
  },
  'quickLookup.shortcut': {
    title: 'Shortcut of quick lookup',
    explain:
      'Combination that opens quick lookup from any program, like CommandOrControl+Shift+Space. For none: null in the file, or an empty text in the policy.',
    expected: 'an allowed combination, like "CommandOrControl+Shift+K", or null',
  },
  'quickLookup.readClipboard': {
    title: 'Offer the plate that was copied',
    explain: 'Quick lookup reads the clipboard when it opens, and never at another moment.',
    expected: YES_OR_NO,
  },
  'extension.allowed': {
    title: 'Browser extension',
    explain: 'If disabled, no browser can connect to Ventanilla, not even those that were approved before.',
    expected: YES_OR_NO,
  },
  'demo.offered': {
    title: 'Demonstration',
    explain:
      'If disabled, there is neither the demonstration nor training with invented data, only the accounts of the office.',
    expected: YES_OR_NO,
  },
}

const NAMESPACE = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions'
/** Raise this with every new setting, so that an older ADML does not match a newer ADMX. */
const REVISION = '1.0'
const ROOT = { xmlns: NAMESPACE, revision: REVISION, schemaVersion: '1.0' }
const CATEGORY = 'Ventanilla'
const RECOMMENDED_CATEGORY = 'VentanillaRecommended'
const SUPPORTED = 'SUPPORTED_Ventanilla_0_1'

const text = (id: string) => `$(string.${id})`
const shapeOf = (key: ManagedKey) =>
  managedRow(key).schema as { options?: readonly string[]; minValue?: number; maxValue?: number }
const choicesOf = (key: ManagedKey): readonly string[] => shapeOf(key).options ?? []

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
  texts: Readonly<Record<ManagedKey, ManagedSettingText>>
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
    texts: managedSettingTexts,
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
    texts: englishTexts,
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
    const { title, explain, expected } = words.texts[key]
    return [
      string(name, title),
      string(`${name}_Explain`, `${explain}\n\n${words.value(expected)}\n\n${words.key(key)}`),
      ...choicesOf(key).map((choice) => string(`${name}_${choice}`, words.choices[choice] ?? '')),
    ]
  })
  const presentations = MANAGED_KEYS.flatMap((key) => {
    const inside = presentation(key, words.texts[key].title)
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

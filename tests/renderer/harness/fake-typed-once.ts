import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { Remembered } from '#shared/bridge/remembered.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Template } from '#shared/bridge/templates.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { blank } from './fake-procedures.ts'
import { withFields } from '#shared/domain/procedures/fields.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import type { FakeBridge } from './fake-bridge.ts'

const NOTHING: Remembered = {
  userEmail: '',
  municipalityName: '',
  provinceName: '',
  representativeIdNumber: '',
}
let made = 0

/** Known parties, what is remembered and templates, in memory. `null` for other commands. */
export function answerTypedOnce(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  const { scene } = bridge
  switch (name) {
    case 'known-parties.get': {
      const { taxId, except } = args as CommandArgs<'known-parties.get'>
      const sources = scene.known?.[cleanTaxId(taxId)] ?? []
      return ok({ taxId, sources: sources.filter(({ id }) => id !== except) })
    }
    case 'remembered.get':
      return ok(scene.remembered ?? NOTHING)
    case 'remembered.update': {
      scene.remembered = {
        ...(scene.remembered ?? NOTHING),
        ...withoutUndefined(args as Partial<Remembered>),
      }
      bridge.changed('remembered', [])
      return ok(scene.remembered)
    }
    case 'templates.list':
      return ok({ rows: scene.templates ?? [] })
    case 'templates.save':
      return save(bridge, args, now)
    case 'templates.remove': {
      const { id } = args as CommandArgs<'templates.remove'>
      put(
        bridge,
        (scene.templates ?? []).filter((one) => one.id !== id),
      )
      return ok({})
    }
    case 'templates.use': {
      const template = templateOf(bridge, args)
      if (!template?.kind) return fail(appError('not-found'))
      const draft = blank(`draft-t${++made}`, template.kind, now)
      return ok(
        bridge.setDraft({
          ...draft,
          fields: withFields(draft.fields, template.fields),
          ...(template.expected && { expected: template.expected }),
        }),
      )
    }
    case 'templates.used':
      return ok({})
    default:
      return null
  }
}

const templateOf = ({ scene }: FakeBridge, { id }: { id: string }) =>
  scene.templates?.find((one) => one.id === id)

function save(bridge: FakeBridge, args: CommandArgs<'templates.save'>, now: number): Result<unknown> {
  const { id, version, ...form } = args
  const all = bridge.scene.templates ?? []
  const known = all.find((one) => one.id === id)
  if (known && version !== undefined && known.version !== version) return fail(appError('draft-changed'))
  const template: Template = {
    uses: 0,
    usedAt: null,
    ...known,
    ...form,
    id: known?.id ?? `template-${++made}`,
    version: (known?.version ?? 0) + 1,
    taxId: cleanTaxId(form.taxId),
    problems: [],
    updatedAt: now,
  }
  put(bridge, [...all.filter((one) => one.id !== template.id), template])
  return ok(template)
}

function put(bridge: FakeBridge, templates: Template[]) {
  bridge.scene.templates = templates
  bridge.changed('template', [])
}

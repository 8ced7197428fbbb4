import { createHash } from 'node:crypto'
import * as CycloneDX from '@cyclonedx/cyclonedx-library'
import parseExpression from 'spdx-expression-parse'
import type { Edition } from '#shared/notices/editions.ts'
import type { Shipped } from './shipped.ts'

const { Enums, Models, Serialize, Spec } = CycloneDX

const KINDS = {
  library: Enums.ComponentType.Library,
  framework: Enums.ComponentType.Framework,
  platform: Enums.ComponentType.Platform,
  data: Enums.ComponentType.Data,
} as const

/** Names of our own properties in the SBOM. */
const BUNDLE = 'ventanilla:bundle'
const EDITION = 'ventanilla:edition'

export interface SbomOptions {
  product: { name: string; version: string; publisher: string; home?: string; description?: string }
  edition: Edition | 'extension'
  shipped: readonly Shipped[]
  /** Seconds since 1970 of the commit; `null` outside of a git checkout. */
  epoch: number | null
}

/**
 * Software bill of materials as CycloneDX 1.6 in JSON. The same product gives the same bytes. The hash of a component
 * is the hash of its published package, from which the bundle was made.
 */
export function sbomOf({ product, edition, shipped, epoch }: SbomOptions): string {
  const licences = new CycloneDX.Contrib.License.Factories.LicenseFactory(parseExpression)
  const bom = new Models.Bom()
  const application = new Models.Component(Enums.ComponentType.Application, product.name, {
    bomRef: `${product.name}@${product.version}`,
    version: product.version,
    supplier: new Models.OrganizationalEntity({ name: product.publisher }),
    ...(product.description !== undefined && { description: product.description }),
    properties: new Models.PropertyRepository([new Models.Property(EDITION, edition)]),
  })
  bom.metadata.component = application
  bom.metadata.lifecycles.add(Enums.LifecyclePhase.Build)
  bom.metadata.supplier = new Models.OrganizationalEntity({ name: product.publisher })
  bom.metadata.authors.add(new Models.OrganizationalContact({ name: product.publisher }))
  if (epoch !== null) bom.metadata.timestamp = new Date(epoch * 1000)

  const components = new Map(shipped.map((one) => [one.ref, componentOf(one, licences)]))
  const needed = new Set(shipped.flatMap(({ needs }) => needs))
  for (const { ref, needs } of shipped) {
    const component = components.get(ref)
    if (!component) continue
    bom.components.add(component)
    for (const need of needs) {
      const found = components.get(need)
      if (found) component.dependencies.add(found.bomRef)
    }
    if (!needed.has(ref)) application.dependencies.add(component.bomRef)
  }
  bom.serialNumber = serialOf(serialized(bom))
  return serialized(bom)
}

function componentOf(
  one: Shipped,
  licences: InstanceType<typeof CycloneDX.Contrib.License.Factories.LicenseFactory>,
): CycloneDX.Models.Component {
  const [, group, name = one.name] = /^(@[^/]+)\/(.+)$/.exec(one.name) ?? []
  // `listShipped` stops the build for a missing licence.
  const licence = licences.makeFromString(one.licence ?? 'NONE')
  licence.acknowledgement = Enums.LicenseAcknowledgement.Concluded
  const component = new Models.Component(KINDS[one.kind], name, {
    bomRef: one.ref,
    licenses: new Models.LicenseRepository([licence]),
    properties: new Models.PropertyRepository(
      one.bundles.map((bundle) => new Models.Property(BUNDLE, bundle)),
    ),
    ...(group !== undefined && { group }),
    ...(one.version !== null && { version: one.version }),
    ...(one.author !== null && { author: one.author }),
    ...(one.description !== null && { description: one.description }),
    ...(one.purl !== null && { purl: one.purl }),
    ...(one.cpe !== null && { cpe: one.cpe }),
  })
  if (one.sha512 !== null) component.hashes.set(Enums.HashAlgorithm['SHA-512'], one.sha512)
  if (one.home !== null)
    component.externalReferences.add(
      new Models.ExternalReference(one.home, Enums.ExternalReferenceType.Website),
    )
  return component
}

/** Serialized without whitespace: indented, the SBOM is 50 % larger, and every installation has it twice. */
const serialized = (bom: CycloneDX.Models.Bom): string =>
  `${new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)).serialize(bom, {
    sortLists: true,
  })}\n`

/** UUID of the contents (version 8). A random UUID would make every build different. */
export function serialOf(contents: string): string {
  const bytes = createHash('sha256').update(contents).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** @throws with what is wrong, if it is not valid against the official schema */
export async function checkSbom(json: string): Promise<void> {
  const validator = new CycloneDX.Validation.JsonStrictValidator(Spec.Version.v1dot6)
  const wrong = await validator.validate(json)
  if (wrong !== null) throw new Error(`The SBOM is not valid: ${JSON.stringify(wrong).slice(0, 2_000)}`)
}

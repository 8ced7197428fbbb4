import { PRODUCT } from '../product.ts'
import { debianVersion } from './control.ts'

/** What lintian says that does not hold here, each with its reason. */
export const LINTIAN_OVERRIDES = `# Node.js as its project builds it: with its own zlib, which Debian's is not tested with, and at a fixed address. A new
# version of either comes with a new version of this package.
${PRODUCT.name}: embedded-library zlib [usr/lib/${PRODUCT.name}/versions/*/node]
${PRODUCT.name}: hardening-no-pie [usr/lib/${PRODUCT.name}/versions/*/node]
`

/** In the machine-readable format 1.0. Libraries have their notices beside them, in `licences/` of the version. */
export const copyright = (
  epoch: number,
): string => `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${PRODUCT.title}
Upstream-Contact: ${PRODUCT.maintainer}
Source: ${PRODUCT.homepage}

Files: *
Copyright: ${new Date(epoch * 1000).getUTCFullYear()} ${PRODUCT.publisher}
License: proprietary
 All rights reserved. Use is subject to the agreement with ${PRODUCT.publisher}.
Comment:
 Node.js and the libraries in this package keep their own licences, which are
 installed in /usr/lib/${PRODUCT.name}/versions/*/licences.
`

/** @param epoch date of the version */
export const changelog = (version: string, epoch: number): string =>
  `${PRODUCT.name} (${debianVersion(version)}) stable; urgency=medium

  * Versión ${version}.

 -- ${PRODUCT.maintainer}  ${new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')}
`

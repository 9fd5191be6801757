/**
 * How a secret is written beside a name that says so, each as its format has it: quoted or escaped where the secret
 * would not be read back otherwise. Null where that format cannot hold it.
 */
export type SecretSpelling = { name: string; write: (secret: string) => string | null }

const json = (secret: string): string => JSON.stringify(secret)
const single = (secret: string): string => `'${secret.replaceAll("'", "''")}'`
const shell = (secret: string): string =>
  /^[\w.+/:=@%,-]+$/.test(secret) ? secret : `'${secret.replaceAll("'", String.raw`'\''`)}'`
const dotenv = (secret: string): string => (/[#"'`$\\]|^\s|\s$/.test(secret) ? `'${secret}'` : secret)
const yaml = (secret: string): string =>
  /^[\p{L}\d/+.=_-][^:#]*$/u.test(secret) && !/^[-.=?]|^\d+$|:$|^\d+e\d+$/i.test(secret)
    ? secret
    : json(secret)
const xml = (secret: string): string =>
  secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const url = (secret: string): string => encodeURIComponent(secret)
const basic = (secret: string): string => Buffer.from(`deploy:${secret}`).toString('base64')
const header = (secret: string): string | null => (/^[!-~]+$/.test(secret) ? secret : null)
const inHeader =
  (write: (value: string) => string) =>
  (secret: string): string | null => {
    const value = header(secret)
    return value === null || /["'`;,]/.test(value) ? null : write(value)
  }
const word =
  (write: (value: string) => string) =>
  (secret: string): string | null =>
    /[\s;"'`]/.test(secret) ? null : write(secret)

const spelling = (name: string, write: SecretSpelling['write']): SecretSpelling => ({ name, write })

export const SECRET_SPELLINGS: SecretSpelling[] = [
  spelling('.env', s => `HOST=db\nDB_PASSWORD=${dotenv(s)}\nPORT=5432\n`),
  spelling('.env, double quotes', s => `API_KEY=${json(s)}\n`),
  spelling('.env, single quotes', s => `STRIPE_SECRET_KEY='${s}'\n`),
  spelling('.env, suffix', s => `API_TOKEN_PROD=${dotenv(s)}\n`),
  spelling('.env, Rails', s => `SECRET_KEY_BASE=${dotenv(s)}\n`),
  spelling('shell export', s => `export API_TOKEN=${shell(s)}\n`),
  spelling(
    'shell export, quotes',
    s => `export AWS_SECRET_ACCESS_KEY="${s.replace(/[$"\\`]/g, String.raw`\$&`)}"\n`,
  ),
  spelling('PowerShell', s => `$env:API_KEY = ${single(s)}\n`),
  spelling(
    'cmd',
    word(s => `set CLIENT_SECRET=${s}\r\n`),
  ),
  spelling('fish', s => `set -x API_KEY ${shell(s)}\n`),
  spelling('Dockerfile ENV', s => `ENV DB_PASSWORD=${shell(s)}\nRUN make\n`),
  spelling('Dockerfile ENV, space', s => `ENV API_KEY ${shell(s)}\n`),
  spelling('Dockerfile ARG', s => `ARG NPM_TOKEN=${shell(s)}\n`),
  spelling('docker run -e', s => `docker run -e DB_PASSWORD=${shell(s)} app\n`),
  spelling(
    'systemd',
    word(s => `Environment="API_KEY=${s.replace(/\\/g, '')}"\n`),
  ),
  spelling(
    'Makefile',
    word(s => `API_KEY := ${s}\n`),
  ),
  spelling('YAML', s => `db:\n  user: app\n  password: ${yaml(s)}\n  port: 5432\n`),
  spelling('YAML, api_key', s => `api_key: ${yaml(s)}\n`),
  spelling('YAML, single quotes', s => `client_secret: ${single(s)}\n`),
  spelling('YAML, double quotes', s => `  secretKey: ${json(s)}\n`),
  spelling('YAML, block', s => `password: |\n  ${s}\nuser: app\n`),
  spelling('YAML, list', s => `- access_token: ${yaml(s)}\n`),
  spelling('YAML, flow', s => `{ user: app, password: ${json(s)} }\n`),
  spelling('Kubernetes env', s => `- name: DB_PASSWORD\n  value: ${yaml(s)}\n`),
  spelling('JSON', s => `{"user":"app","password":${json(s)},"port":5432}`),
  spelling('JSON, api key', s => `{\n  "apiKey": ${json(s)},\n  "n": 1\n}`),
  spelling('JSON, token', s => `{"token": ${json(s)}}`),
  spelling('JSON, secret', s => `{"secret": ${json(s)}}`),
  spelling('JSON in JSON', s => json(`{"client_secret": ${json(s)}}`)),
  spelling('JSON, name and value', s => `{"name": "API_KEY", "value": ${json(s)}}`),
  spelling('TOML', s => `[db]\npassword = ${json(s)}\n`),
  spelling('TOML, literal', s => `secret_key = '${s}'\n`),
  spelling('INI', s => `[db]\npassword = ${/[;#]/.test(s) ? json(s) : s}\nport = 1\n`),
  spelling('properties', s => `spring.datasource.password=${s}\n`),
  spelling('properties, colon', s => `db.password: ${yaml(s)}\n`),
  spelling(
    '.npmrc',
    word(s => `//registry.example.org/:_authToken=${s}\n`),
  ),
  spelling(
    '.netrc',
    word(s => `machine example.org login me password ${s}\n`),
  ),
  spelling('.pgpass', s =>
    /[^!-~]/.test(s) ? null : `db.example.org:5432:app:me:${s.replace(/[:\\]/g, '')}\n`,
  ),
  spelling('XML element', s => `<db><password>${xml(s)}</password></db>`),
  spelling('XML element, prefix', s => `<cfg:secretKey>${xml(s)}</cfg:secretKey>`),
  spelling('XML element, lines of its own', s => `<password>\n  ${xml(s)}\n</password>`),
  spelling('XML attribute', s => `<db user="app" password="${xml(s)}"/>`),
  spelling('XML, key and value', s => `<add key="ApiKey" value="${xml(s)}" />`),
  spelling('XML, entry', s => `<entry key="client_secret">${xml(s)}</entry>`),
  spelling('URL query', s => `https://example.org/x?user=1&access_token=${url(s)}&page=2`),
  spelling('URL query, first', s => `GET /v1?api_key=${url(s)} HTTP/1.1`),
  spelling('URL fragment', s => `https://example.org/cb#access_token=${url(s)}&x=1`),
  spelling('form', s => `grant_type=x&client_secret=${url(s)}&scope=y`),
  spelling('URL password', s => `postgres://app:${url(s)}@db.example.org:5432/app`),
  spelling('URL password, no user', s => `redis://:${url(s)}@cache:6379/0`),
  spelling(
    'Bearer',
    inHeader(s => `Authorization: Bearer ${s}\r\nHost: a\r\n`),
  ),
  spelling(
    'Token',
    inHeader(s => `Authorization: Token ${s}\r\n`),
  ),
  spelling('Basic', s => `Authorization: Basic ${basic(s)}\r\n`),
  spelling(
    'Digest',
    inHeader(s => `Authorization: Digest username="me", nonce="n", response="${s}"\r\n`),
  ),
  spelling('Proxy-Authorization', s => `Proxy-Authorization: Basic ${basic(s)}\r\n`),
  spelling(
    'X-Api-Key',
    inHeader(s => `X-Api-Key: ${s}\r\n`),
  ),
  spelling(
    'PRIVATE-TOKEN',
    inHeader(s => `PRIVATE-TOKEN: ${s}\r\n`),
  ),
  spelling(
    'Cookie',
    inHeader(s => `Cookie: theme=dark; session=${s}\r\n`),
  ),
  spelling(
    'Set-Cookie',
    inHeader(s => `Set-Cookie: session=${s}; Path=/; HttpOnly\r\n`),
  ),
  spelling('curl -u', s => `curl -u ${shell(`me:${s}`)} https://example.org/`),
  spelling(
    'curl --user',
    s => `curl -s --user "me:${s.replace(/[$"\\`]/g, String.raw`\$&`)}" https://example.org/`,
  ),
  spelling('curl --user=', s => `curl --user=${shell(`me:${s}`)} https://example.org/`),
  spelling(
    'curl -H',
    inHeader(s => `curl -H 'X-Api-Key: ${s}' https://example.org/`),
  ),
  spelling(
    'curl -H Bearer',
    inHeader(s => `curl -H "Authorization: Bearer ${s.replace(/[$"\\`]/g, String.raw`\$&`)}" https://a/`),
  ),
  spelling('curl -d', s => `curl -d 'client_secret=${url(s)}&a=b' https://example.org/`),
  spelling('curl -d JSON', s => `curl -d ${shell(`{"password": ${json(s)}}`)} https://example.org/`),
  spelling('option', s => `app --password ${shell(s)} --verbose\n`),
  spelling('option, =', s => `app --api-key=${shell(s)} --verbose\n`),
  spelling('mysql -p', s => `mysql -u root -p${shell(s)} app\n`),
  spelling('sshpass', s => `sshpass -p ${shell(s)} ssh host\n`),
  spelling('-D', s => `java -Djavax.net.ssl.keyStorePassword=${shell(s)} -jar a.jar\n`),
  spelling('ADO', s => (/;/.test(s) ? null : `"Server=db;User Id=sa;Password=${s};Encrypt=true"`)),
  spelling(
    'Azure',
    word(s => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${s};EndpointSuffix=core`),
  ),
  spelling('libpq', s => `host=db user=app password=${/[\s'\\]/.test(s) ? `'${s}'` : s} dbname=app`),
  spelling('SQL', s => `CREATE USER app WITH PASSWORD ${single(s)};`),
  spelling('SQL, role by name', s => `ALTER ROLE app PASSWORD ${single(s)};`),
  spelling('SQL, identified by', s => `CREATE USER 'app'@'%' IDENTIFIED BY ${single(s)};`),
  spelling('Django', s => `DEBUG = True\nSECRET_KEY = ${single(s)}\n`),
  spelling('Python', s => `password = ${json(s)}\n`),
  spelling('Python, argument', s => `connect(host="db", password=${json(s)})\n`),
  spelling('Python, annotated', s => `api_key: str = ${json(s)}\n`),
  spelling('Python, environ', s => `os.environ["API_TOKEN"] = ${json(s)}\n`),
  spelling('JavaScript', s => `const apiKey = ${json(s)}\n`),
  spelling('JavaScript, property', s => `  clientSecret: ${json(s)},\n`),
  spelling('JavaScript, template', s => `const password = \`${s.replace(/[\\`$]/g, String.raw`\$&`)}\`;\n`),
  spelling('TypeScript', s => `const authToken: string = ${json(s)};\n`),
  spelling('Go', s => `dbPassword := ${json(s)}\n`),
  spelling('Java', s => `private static final String API_SECRET = ${json(s)};\n`),
  spelling('Ruby', s => `config = { :password => ${json(s)} }\n`),
  spelling('PHP', s => `'db_password' => '${s.replace(/['\\]/g, String.raw`\$&`)}',\n`),
  spelling('Terraform', s => `  master_password = ${json(s)}\n`),
  spelling('Markdown', s => (/`/.test(s) ? null : `**Password:** \`${s}\`\n`)),
  spelling('diff', s => `+  password: ${yaml(s)}\n`),
  spelling('search result', s => `config/db.env:3:DB_PASSWORD=${dotenv(s)}\n`),
  spelling('Rust', s => `pub const API_KEY: &str = ${json(s)};\n`),
  spelling('Rust, static', s => `static API_KEY: &'static str = ${json(s)};\n`),
  spelling('JavaScript, fallback', s => `const key = process.env.API_KEY ?? ${json(s)}\n`),
  spelling('JavaScript, or', s => `password: process.env.DB_PASSWORD || ${json(s)},\n`),
  spelling('JavaScript, next line', s => `const clientSecret =\n  ${json(s)}\n`),
  spelling('JavaScript, header', s => `headers.set('X-Api-Key', ${json(s)})\n`),
  spelling('JavaScript, Authorization', s => `headers.append("Authorization", ${json(s)})\n`),
  spelling('JavaScript, list', s => `const apiKeys = [${json(s)}]\n`),
  spelling('Python, environ.get', s => `SECRET_KEY = os.environ.get("SECRET_KEY", ${json(s)})\n`),
  spelling('Python, getenv', s => `x = os.getenv("DB_PASSWORD", ${json(s)})\n`),
  spelling('Python, env', s => `SECRET_KEY = env('SECRET_KEY', default=${json(s)})\n`),
  spelling('Python, config', s => `x = config("API_KEY", cast=str, default=${json(s)})\n`),
  spelling('Python, brackets', s => `SECRET_KEY = (${json(s)})\n`),
  spelling('Python, lines of its own', s => `SECRET_KEY = (\n    ${json(s)}\n)\n`),
  spelling('PHP, define', s => `define('DB_PASSWORD', '${s.replace(/['\\]/g, String.raw`\$&`)}');\n`),
  spelling('C', s => `#define API_KEY ${json(s)}\n`),
  spelling('YAML, next line', s => `password:\n  ${json(s)}\n`),
  spelling('YAML, tag', s => `password: !!str ${yaml(s)}\n`),
  spelling('YAML, anchor', s => `password: &db ${yaml(s)}\n`),
  spelling('YAML, list of values', s => `passwords:\n  - first-one7\n  - ${yaml(s)}\n`),
  spelling('Kubernetes env, value first', s => `- value: ${json(s)}\n  name: DB_PASSWORD\n`),
  spelling('JSON, value and name', s => `{"value":${json(s)},"name":"DB_PASSWORD"}`),
  spelling('JSON, list', s => `{"passwords": ["a", ${json(s)}]}`),
  spelling(
    'Terraform, variable',
    s => `variable "db_password" {\n  type = string\n  default = ${json(s)}\n}\n`,
  ),
  spelling('XML, CDATA', s => `<password><![CDATA[a<b>${s}]]></password>`),
  spelling('.env, libpq', s => `PGPASS=${dotenv(s)}\n`),
  spelling('.env, AES', s => `AES_KEY=${dotenv(s)}\n`),
  spelling('.env, Fernet', s => `FERNET_KEY=${dotenv(s)}\n`),
  spelling('WireGuard', s =>
    /^[\w+/=-]+$/.test(s) ? `[Peer]\nAllowedIPs = 10.0.0.0/8\nPresharedKey = ${s}\n` : null,
  ),
  spelling('aws configure', s => `aws configure set aws_secret_access_key ${shell(s)}\n`),
  spelling(
    'redis.conf',
    word(s => `requirepass ${s}\n`),
  ),
  spelling('Apache', s => `SetEnv API_KEY ${json(s)}\n`),
  spelling('curl -u, tab', s => `curl -u\t${shell(`me:${s}`)} https://example.org/\n`),
  spelling('curl -u, joined', s => `curl -u${shell(`me:${s}`)} https://example.org/\n`),
  spelling('curl -su', s => `curl -su  ${shell(`me:${s}`)} https://example.org/\n`),
  spelling('curl -U', s => `curl -x proxy -U ${shell(`me:${s}`)} https://example.org/\n`),
  spelling('curl, arguments', s => `["curl", "-u", ${json(`me:${s}`)}, "https://example.org/"]\n`),
  spelling('httpie', s => `http -a ${shell(`me:${s}`)} example.org/\n`),
  spelling('option, arguments', s => `["app", "--password", ${json(s)}]\n`),
  spelling('Ruby, fetch', s => `ENV.fetch("API_KEY", ${json(s)})\n`),
  spelling('PHP, fallback', s => `getenv('API_KEY') ?: ${json(s)};\n`),
  spelling('C, array', s => `static char password[] = ${json(s)};\n`),
  spelling('Python, pair', s => `requests.get(url, auth=("me", ${json(s)}))\n`),
  spelling('Python, setter', s => `config.set("db", "password", ${json(s)})\n`),
  spelling('Java, map', s => `Map.of("user", "me", "password", ${json(s)})\n`),
  spelling('Logstash', s => `  password => ${json(s)}\n`),
  spelling('JSON, name, type and value', s => `{"name": "API_KEY", "type": "text", "value": ${json(s)}}`),
  spelling('XML, key beside', s => `<key>password</key>\n<string>${xml(s)}</string>`),
  spelling('SQL, identified with', s => `IDENTIFIED WITH mysql_native_password BY ${single(s)};`),
  spelling(
    'curl --cookie',
    inHeader(s => `curl --cookie "session=${s.replace(/[$"\\`]/g, 'x')}" https://example.org/`),
  ),
  spelling('kubectl', s => `kubectl create secret generic db --from-literal=password=${shell(s)}\n`),
  spelling('docker login', s => `docker login -u me -p ${shell(s)} registry.example.org\n`),
]

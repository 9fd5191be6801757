import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { secretsIn } from './redact'
import { Scanner } from './scanner'

const scanner = new Scanner([])

/** Lines that speak of secrets and hold none. With a handle in their place no program could be written. */
const LINES = [
  'password: string',
  'password?: string;',
  'password: string | undefined',
  '  accessToken: AccessToken',
  '  token: Token[]',
  'readonly apiKey: string',
  'def login(user: str, password: str) -> Token:',
  'password: str = Field(min_length=8)',
  'func Login(user string, password string) error {',
  'let password: &str = args.next()?;',
  'private String password;',
  'var apiKey: String?',
  'token = getToken()',
  'const token = await getToken(request)',
  'const apiKey = process.env.API_KEY',
  'const apiKey = process.env.API_KEY ?? ""',
  'api_key = os.environ["API_KEY"]',
  "api_key = os.environ.get('API_KEY', '')",
  'self.password = password',
  'this.accessToken = accessToken',
  'user.password = hashPassword(input.password)',
  'connect(user=user, password=password)',
  '    password=password,',
  '    auth=(user, password),',
  'return { user, password: values.password }',
  '  secret: newSecret,',
  '  password: z.string().min(8),',
  "  'password' => 'required|string|min:8',",
  "  'password' => $request->password,",
  'if (password === confirmPassword) return',
  "if (token.type === 'keyword') continue",
  'token = tokens[index]',
  'private_key = load_pem_private_key(data)',
  'secret: SECRET_KEY,',
  'PASSWORD="$PASSWORD"',
  `export API_TOKEN="\${API_TOKEN}"`,
  'export API_TOKEN=$(cat /run/secrets/token)',
  `DB_PASSWORD=\${DB_PASSWORD:-}`,
  'DB_PASSWORD=',
  'ENV API_KEY=$API_KEY',
  'ARG NPM_TOKEN',
  'password: {{ vault_password }}',
  `token: \${{ secrets.GITHUB_TOKEN }}`,
  'password: !vault |',
  'password: <password>',
  'password: null',
  'password: ""',
  'password: ********',
  'api_key: xxxxxxxxxxxxxxxx',
  'api_key: your-api-key',
  'API_KEY=changeme',
  'client_secret: <your client secret here>',
  'passwordFile: /run/secrets/db_password',
  'private_key: ./keys/server.pem',
  'token_url: https://example.org/oauth/token',
  '"password": {"type": "string", "minLength": 8}',
  '"type": "password"',
  '"password": "string"',
  '"password": true,',
  '<input type="password" name="password" autocomplete="current-password" />',
  '<label for="password">Password</label>',
  '<Password>{value}</Password>',
  "label: 'Password',",
  "placeholder: 'Enter your password',",
  "password: 'Forgot your password?',",
  "error('Invalid token: expected a comma')",
  "throw new Error('password: must have 8 characters')",
  "{ regex: /;/, token: 'punctuation' }",
  "token: 'keyword',",
  'token.kind = SyntaxKind.OpenBraceToken',
  'maxTokens: 4096, max_tokens: 8192',
  'tokens: 128000',
  'pass: 12, fail: 0',
  '// First pass: collect the names of all modules',
  ':param token: the token of the session',
  '@param password the password of the user',
  '--password PASSWORD  the password of the user',
  '--token <token>  token to use',
  'curl -u "$USER:$PASSWORD" https://example.org',
  'curl -H "Authorization: Bearer $TOKEN" https://example.org',
  `headers: { Authorization: \`Bearer \${token}\` }`,
  "headers['Authorization'] = 'Bearer ' + token",
  'Authorization: Bearer <token>',
  'Bearer authentication is used for all requests',
  'The basic understanding of authorization: who may do what',
  'docker run -u 1000:1000 -p 8080:80 app',
  'mkdir -p src/auth && cp -a keys src',
  `postgres://\${user}:\${password}@\${host}/db`,
  'postgres://user:password@localhost:5432/db',
  'CREATE TABLE people (id int, password text NOT NULL)',
  "SELECT password FROM people WHERE name = 'me'",
  'ALTER USER app WITH PASSWORD :password;',
  'key: value',
  "key: 'primary'",
  'Set-Cookie: <cookie>',
  'document.cookie = name',
  'git commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  'session_id: 550e8400-e29b-41d4-a716-446655440000',
  'password: SecretStr',
  '    "passport-jwt": "^4.0.1",',
  '    "generate-password": "~1.7.1",',
  'password-hash = "0.5.0"',
  '    "check-password": "latest",',
  '    "check-password": "workspace:*",',
  '    "@types/cookie": "1.0.0-beta.2",',
  'usually set by `aria-checked`',
  'return token[:64].lower()',
  '  id-token: write',
  '{"headers":{"Authorization":"Bearer $SERVICE_TOKEN"}}',
  'apiKey: ApiKey',
  'password: &str',
  'password: !Ref DbPassword',
  'apiKeys: string[]',
  `apiKeys: ["\${A}", "{{b}}"]`,
  'tokens: ["a", "b"]',
  'required: ["password", "token"]',
  'names = ["password", "username"]',
  'password: ["", [Validators.required]]',
  't("password", "Enter your password")',
  "label('api_key', 'Key of the API')",
  'headers.get("Authorization", "")',
  'headers.set("Authorization", token)',
  `headers.set("Authorization", \`Bearer \${token}\`)`,
  'os.environ.get("SECRET_KEY", None)',
  'password || "none"',
  "token ?? 'unknown'",
  '`password` or "secret"',
  '#define API_KEY_LENGTH 32',
  'docker run -u app:app image',
  '["docker", "run", "-u", "1000:1000"]',
  'git push -u origin main',
  'Pass :meth:`peek` a default value',
  '"AWS::IAM::AccessKey": "62d91b17309e76c8"',
  "ACCESS_KEY = 'AWSAccessKeyId'",
  "SECRET_KEY = 'aws_secret_access_key'",
  'machine example.org login me password pass',
  "'Set-Cookie: chips=ahoy'",
  "comment_token = line[pos:].rstrip('x')",
  "auth_str = [f'AWS4-HMAC-SHA256 Credential={self.scope(request)}']",
]

describe('nothing is masked in', () => {
  test.each(LINES)('%s', line => {
    expect(secretsIn(scanner, line)).toEqual([])
    expect(secretsIn(scanner, `a()\n${line}\nb()\n`)).toEqual([])
  })

  test('the program itself', () => {
    const hits = ['app', 'components', 'lib', 'prisma', 'scripts'].flatMap(folder =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(({ parentPath, name }) => path.join(parentPath, name))
        .filter(file => /\.(?:tsx?|mjs|json|css|prisma|sql)$/.test(file) && !NO_CODE.test(file))
        .flatMap(hitsIn),
    )
    expect(hits).toEqual([])
  })
})

/** Where secrets are planted, and what is generated. */
const NO_CODE = /\.test\.|^lib\/testing\/|\/testing\/|\/generated\//

const hitsIn = (file: string): string[] => {
  const text = readFileSync(file, 'utf8')
  return secretsIn(scanner, text).map(
    ({ value, at }) => `${file}: ${text.slice(Math.max(0, at - 40), at)}⟦${value}⟧`,
  )
}

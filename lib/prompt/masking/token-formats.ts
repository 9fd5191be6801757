import { endOf, type SecretReader } from './secret-reader'

/**
 * What the tokens of well-known services begin with, and what follows. The formats are those of the default rules of
 * gitleaks 8 (github.com/gitleaks/gitleaks); the most common ones, and also where a token is longer than there.
 */
const FORMATS: [rule: string, beginnings: string, rest: RegExp][] = [
  ['Anthropic key', 'sk-ant-', /[\w-]{16,}/y],
  ['OpenAI key', 'sk-proj- sk-svcacct- sk-admin-', /[\w-]{20,}/y],
  ['API key', 'sk- gsk_ xai- pplx-', /[A-Za-z\d]{20,}/y],
  ['Stripe key', 'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_', /[A-Za-z\d]{10,}/y],
  ['GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', /\w{22,}/y],
  [
    'GitLab token',
    'glpat- gldt- glrt- glptt- glcbt- glft- glsoat- gloas- glagent- glimt-',
    /[\w.-]{19,}[\w-]/y,
  ],
  ['Slack token', 'xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxe- xoxe. xapp-', /[\w-]{10,}/y],
  ['Slack webhook', 'hooks.slack.com/services/ hooks.slack.com/workflows/', /[\w/]{20,}/y],
  ['AWS key id', 'AKIA ASIA ABIA ACCA', /[A-Z2-7]{16}/y],
  ['Google key', 'AIza', /[\w-]{35}/y],
  ['Google secret', 'GOCSPX- ya29.', /[\w.-]{19,}[\w-]/y],
  ['npm token', 'npm_', /\w{36,}/y],
  ['PyPI token', 'pypi-', /[\w-]{50,}/y],
  ['Hugging Face token', 'hf_', /[A-Za-z\d]{30,}/y],
  ['SendGrid key', 'SG.', /[\w.=-]{40,}/y],
  ['Shopify token', 'shpat_ shpca_ shppa_ shpss_', /[A-Fa-f\d]{32,}/y],
  ['Linear key', 'lin_api_', /\w{30,}/y],
  ['DigitalOcean token', 'dop_v1_ doo_v1_ dor_v1_', /[a-f\d]{64,}/y],
  ['Docker token', 'dckr_pat_', /[\w-]{20,}/y],
  ['Databricks token', 'dapi', /[a-f\d]{32}[\d-]*/y],
  ['Grafana token', 'glsa_ glc_', /[\w+/=]{32,}/y],
  ['Notion token', 'ntn_ secret_', /[A-Za-z\d]{40,}/y],
  ['Sentry token', 'sntrys_ sntryu_', /[\w+/=]{40,}/y],
  ['Tailscale key', 'tskey-', /[\w-]{24,}/y],
  ['Vault token', 'hvs. hvb. hvr.', /[\w-]{24,}/y],
  ['1Password token', 'ops_eyJ', /[\w+/=-]{100,}/y],
  ['age key', 'AGE-SECRET-KEY-1', /[A-Z\d]{50,}/y],
  ['JSON Web Token', 'eyJ', /[\w-]{8,1024}\.[\w-]{8,8192}\.[\w.-]*[\w-]/y],
]

/** What may belong to a token. */
const RUN = /[\w.+/=-]*/y
/** If so much of a run has arrived, nothing more is waited for. */
const MOST = 2_048

const tokenReader =
  (rule: string, rest: RegExp): SecretReader =>
  ({ text, start, end: from, isWhole }) => {
    if (!isWhole && text.length - from < MOST && endOf(RUN, text, from) === text.length) return 'more'
    const end = endOf(rest, text, from)
    return end > from ? { at: start, end, rule } : null
  }

/** The beginnings of tokens, and how a token is read from there. */
export const TOKEN_FORMATS: [string, SecretReader][] = FORMATS.flatMap(([rule, beginnings, rest]) =>
  beginnings.split(' ').map((text): [string, SecretReader] => [text, tokenReader(rule, rest)]),
)

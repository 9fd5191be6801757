import { describe, expect, test } from 'vitest'
import { readShell } from '@/lib/text/shell/read-shell'
import { table } from '@/test/table'
import { allowsCommand } from './matches-command'

/**
 * What a rule says, and commands that it does not cover though they begin like it, three spaces between them. Escapes
 * are those of JSON.
 */
const CORPUS = String.raw`
git status => git status;id   git status&&id   git status|id   git status||id   git status&id   git status\nid
git status => git status\rid   git status\r\nid   git status\u000bid   git status\fid   git status\u0085id
git status => git status\u2028id   git\u00a0status   git\u2003status   git\u3000status   git status\u00a0
git status => git status $(id)   git status \u0060id\u0060   git status <(id)   git status >(id)
git status => git status \u0024{x@P}   git status $((a[$(id)]))   git status <<E\n$(id)\nE   git status <<<"$(id)"
git status => git status >x   git status <x   git status >&2   git status >>~/.bashrc   git status >|x
git status => git status <>x   A=1 git status   GIT_DIR=x git status   GIT_CONFIG_COUNT=1 git status
git status => LD_PRELOAD=./x git status   git -c core.pager=id status   git -c core.fsmonitor=./x status
git status => git -C x status   git --git-dir=x status   git --exec-path=. status   git --config-env=a=b status
git status => git -p status   git --work-tree=/ status   git status --porcelain   git status -- x   git status x
git status => git st*   git stat?s   git {status,log}   git status #   git status ;   git status &   (git status)
git status => { git status; }   ! git status   time git status   coproc git status   exec git status
git status => command git status   builtin git status   env git status   sudo git status   nohup git status
git status => timeout 1 git status   xargs git status   bash -c 'git status'   sh -lc 'git status'
git status => /bin/zsh -lc 'git status'   eval 'git status'   if git status; then id; fi
git status => while git status; do id; done   for git in status; do id; done   case git in status) id;; esac
git status => git() { id; }; git status   function git { id; }; git status   alias git=id; git status
git status => alias git=id\ngit status   hash -p ./x git; git status   PATH=.; git status
git status => trap id DEBUG; git status   set -x; git status   source x; git status   . x; git status
git status => cd x; git status   cd x && git status   pushd x; git status   export PATH=.; git status
git status => enable -f ./x git; git status   ./git status   /tmp/git status   ../git status   ~/git status
git status => $HOME/git status   bin/git status   'git' status;id   $'git' status   $"git" status
git status => git $'status\\nid'   g""it status;id   gi\\t status;id   git \\\nstatus;id   git status\\
git status => git status'   git status"   git status\u0060   git status $(   git status \u0024{   git status ((
git status => git status [[   git status <<E   g\u0456t status   \uff47it status   git\u200b status
git status => git status\u202e   git s\u00adtatus   git\u2060 status   git status\u0000   git status\u0000;id
git status => git status\ud800   GIT STATUS   Git status   git  status;   git   status   git statusx   xgit status
git status => gitstatus   git "status id"   git 'status;id'
git status => :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; :; id
git status => git "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" "" status
echo * => echo   echo a b   echo -e   echo -n   echo --   echo *   echo ?   echo [a]   echo {a,b}   echo {1..9}
echo * => echo ~   echo ~root   echo ~+   echo $x   echo "$x"   echo $   echo $?   echo $$   echo $@   echo !!
echo * => echo a>x   echo a >~/.bashrc   echo a>>.git/hooks/x   echo a|tee x   echo a|sh   echo a;id   echo a&
echo * => echo 'a[$(id)]'   echo '\u0060id\u0060'   echo '\u0024{x}'   echo '$[1]'   echo "a\nb$(id)"   echo ..
echo * => echo ../x   echo a/../..   echo .env   echo .git/config   echo x=.env   echo a:.npmrc   echo ";"
echo * => echo '|'   echo '&'   echo '<'   echo '>'   echo '('   echo '{'   echo '!'   echo '[['   echo @(a)
echo * => echo +(a)   echo !(a)   echo a#b;id   echo a\\\n;id   echo \u0024{a:-$(id)}   echo \u0024{!a}
echo * => echo \u0024{a/b/$(id)}   echo \u0024{a[$(id)]}
npm test => npm  test;id   npm test -- x   npm test --prefix=x   npm test --script-shell=./x   npm --prefix x test
npm test => npm test x   npm tst   npm t   npm run test   npm testx   npx test   npm exec test   npm\ttest;id
npm test => npm_config_script_shell=./x npm test   NODE_OPTIONS=--require=./x npm test   BASH_ENV=x npm test
npm test => npm test & id   npm test |& sh   npm test > .npmrc   npm test 3<>/dev/tcp/a/1   npm test {fd}>x
find … => find . -exec id ;   find . -exec id ';'   find . -exec id {} +   find . -execdir id {} \\;
find … => find . -ok id \\;   find . -okdir id \\;   find . -delete   find . -fprint x   find . -fprintf x y
find … => find . -fls x   find . -fprint0 x   find . "-delete"   find . '-exec' id   find . -d"elete"
find … => find . \\-delete   find -files0-from x   find -- -delete   find * -name x   find *   find . ! x
find … => find . '(' x ')'   find . , x   find ..   find ../x   find a/../..   find .ssh/../..   find .git/hooks
find … => find .env   find package.json   find x|sh   find x>y   find -L x
git * => git stash   git config   git restore   git clean   git bisect   git submodule   git reset   git hook
git * => git -h   git .git
git push … => git push --force   git push -f   git push origin +main   git push origin :main
git push … => git push --receive-pack=./x origin   git push ext::sh
git log … => git log --output=x   git log -p   git log --ext-diff   git log ..   git log ../x
git log … => git log --no-pager;id
sed … => sed e   sed 1e   sed "1e id" x   sed 's/a/id/e' x   sed 's/.*/id/ge' x   sed -i s/a/b/ x   sed -f x
sed … => sed 'e id' x   sed '$e id' x   sed '1,2e' x
awk … => awk 'BEGIN{system("id")}'   awk '{print|"sh"}'   awk '"id"|getline'   awk -f x   awk '@load "x"'
tar * => tar --to-command=id   tar --checkpoint-action=exec=id   tar -I./x   tar cf x   tar --use-compress-program=x
tar * => tar -xf
npm … => npm install x   npm i   npm exec x   npm ci   npm add x   npm update   npm create x   npm init x   npm x y
make … => make SHELL=./x   make --eval=x   make -f x   make -C x   make ../x
pip * => pip install   pip --python   pip -r
chmod … => chmod u+s x   chmod 4755 x   chmod +s x   chmod --reference=a b
python3 … => python3 -c id   python3 -m pip   python3 setup.py   python3 ../x   python3 -   python3 <x
python3 … => python3 conftest.py
node * => node -e   node --eval=x   node -p   node ../x.js   node eval   node vite.config.js   node a b
cp * * => cp a .bashrc   cp a .git/config   cp a ../b   cp -t b   cp a b c   cp a AGENTS.md   cp a package.json
cp * * => cp a .mcp.json   cp a .ENV
tee … => tee .npmrc   tee a .vscode/tasks.json   tee -a x   tee .husky/pre-commit   tee .github/workflows/a.yml
tee … => tee Makefile
docker * => docker -v   docker run x   docker --host=x   docker -H
env … => env id   env -S id   env -i id   env A=1 id   env -u A id   env - id   env -C x id
xargs … => xargs id   xargs rm   xargs -I x id   xargs sh
bash … => bash x   bash -c id   bash <x   bash -i   bash --rcfile x   bash -s
* … => rm x   id   git status   ls
* => id   ls   ./x
?* … => rm x   id   sh
./* … => ./x   ./x y
… => id   rm x   git status
printf … => printf -v 'a[$(id)]' x   printf '%s' 'a[$(id)]'   printf -- x   printf '$(id)'
printf … => printf 'a\u0060id\u0060'
`

/** What the same rules are made for. */
const MEANT = String.raw`
git status => git status   \u0020git  status\u0020   'git' status   git "status"
echo * => echo a   echo 'a b'   echo a.b   echo "a;b"
npm test => npm test   npm\ttest
find … => find   find .   find src docs
git * => git status   git log   git push
git push … => git push   git push origin main
sed … => sed s/a/b/ x   sed 3p x
npm … => npm ls   npm outdated
rm … => rm x   rm x y
git clean … => git clean   git clean x
pip install * => pip install x
scripts/*.sh => scripts/a.sh
cp * * => cp a b
`

const pairsIn = (table: string): [string, string][] =>
  table
    .trim()
    .split('\n')
    .flatMap(line => {
      const [rule = '', commands = ''] = line.split(' => ')
      return commands.split('   ').map((text): [string, string] => [rule, decoded(text)])
    })

const decoded = (text: string): string => String(JSON.parse(`"${text.replaceAll('"', '\\"')}"`))

const LONG = [
  '',
  ' ',
  `git status;${' '.repeat(5000)}id`,
  `git status${'\n'.repeat(3000)}id`,
  `git status ${'true && '.repeat(51)}id`,
  `git status #${'x'.repeat(9000)}`,
]
const BAD = [...pairsIn(CORPUS), ...LONG.map((text): [string, string] => ['git status', text])]
const GOOD = pairsIn(MEANT)

describe('a rule about a command', () => {
  table(BAD.map(([rule, text]) => [rule, text.slice(0, 60), text] as const))(
    'does not cover what is more',
    (rule, _, command) => {
      expect(allowsCommand(rule.split(' '), readShell(command))).toBe(false)
    },
  )

  table(GOOD)('covers what is meant', (rule, command) => {
    expect(allowsCommand(rule.split(' '), readShell(command))).toBe(true)
  })

  test('there are 380 commands that are not covered, and 29 that are', () => {
    expect([BAD.length, GOOD.length]).toEqual([380, 29])
  })
})

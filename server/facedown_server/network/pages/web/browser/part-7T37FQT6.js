import{$ as f,Aa as M,Oa as N,a as p,aa as T,b as k,ba as L,ca as _,d as C,da as A,f as t,ja as E,ma as G,p as o,za as $}from"./part-RTCU7J4X.js";var q=`/* The board of the companion: two totals and what is between them, one above the other or side by side. */
.table.in-duel:has(> .paper) { grid-template: "notices" auto "paper" minmax(0, 1fr) "side" minmax(44px, auto) / minmax(0, 1fr); }
.paper.board {
  grid-area: paper; container-type: normal; display: grid; gap: 4px; place-content: stretch; min-height: 0;
  grid-template: "far" minmax(0, 1fr) "middle" auto "near" minmax(0, 1fr) / minmax(0, 1fr);
}
.far-total { grid-area: far; }
.near-total { grid-area: near; }
.paper-middle { grid-area: middle; display: grid; gap: 4px; align-content: center; justify-items: stretch; min-width: 0; min-height: 0; max-height: 46cqh; overflow: auto; }
.total {
  display: grid; grid-template-rows: auto minmax(0, 1fr) auto auto; gap: 2px; padding: 4px 8px; min-width: 0; min-height: 0; overflow: hidden;
  border: 2px solid #2c394b; border-radius: 10px; background: #17202c;
}
.total.turn { border-color: #ffc24b; }
.total .who { margin: 0; display: flex; gap: 8px; justify-content: center; overflow: hidden; white-space: nowrap; }
.total .who b { overflow: hidden; text-overflow: ellipsis; }
.total .who em { color: #ff8670; font-style: normal; }
.number { container-type: size; position: relative; display: grid; place-items: center; min-height: 2.6rem; }
.number button {
  border: 0; background: none; color: #f0f4f9; font: 700 min(calc(135cqw / (var(--digits) + .5)), 96cqh, 17rem)/1 system-ui; padding: 0 .1em;
  font-variant-numeric: tabular-nums; cursor: pointer; min-height: 44px; min-width: 44px; max-height: 100%; border-radius: 8px;
}
.number button:disabled { cursor: default; }
.number .change { position: absolute; right: 4px; top: 0; color: #ffc24b; font: 700 1.5rem/1.2 system-ui; }
.scores { display: flex; flex-direction: row-reverse; justify-content: center; gap: 0 .75em; margin: 0; padding: 0; list-style: none; overflow: auto hidden; scrollbar-width: none; color: #a9b6c7; font-variant-numeric: tabular-nums; min-height: 1.4em; line-height: 1.4; }
.scores li:not(:first-child) { text-decoration: line-through; }
.scores li:first-child { color: #f0f4f9; }
.steps { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: 3px; }
.steps .button, .paper-middle .buttons .button { padding: 2px; min-width: 44px; font-variant-numeric: tabular-nums; touch-action: manipulation; }
.steps .button { font-size: clamp(.8rem, 4cqw, 1.25rem); min-height: max(44px, 6cqh); white-space: nowrap; }
.paper-middle .buttons { margin: 0; gap: 4px; }
.paper-middle > .buttons > .button { flex: 1 1 auto; }
.paper-facts { display: flex; justify-content: space-between; align-items: baseline; gap: 8px; padding: 0 8px; }
.throw { margin: 0; padding: 0 8px; min-height: 1.3em; line-height: 1.3; text-align: center; color: #ffc24b; }
.paper-middle:has(.result) .throw:empty { display: none; }
.table.in-duel dialog textarea { font-size: 16px; }
@container (orientation: portrait) {
  .paper.shared .far-total { rotate: 180deg; } /* the phone lies between two players */
}
@container (orientation: portrait) and (min-height: 760px) {
  .table.in-duel:has(> .paper) { grid-template-rows: auto minmax(0, 1fr) calc(44px + 5rem); }
}
@container (orientation: landscape) {
  .table.in-duel:has(> .paper) { grid-template: "notices notices" auto "paper side" minmax(0, 1fr) / minmax(0, 1fr) 44px; }
  .paper.board { grid-template: "near middle far" minmax(0, 1fr) / minmax(0, 1fr) minmax(9.5rem, 22%) minmax(0, 1fr); }
  .paper.board:has(.result) { grid-template-columns: minmax(0, 1fr) minmax(9.5rem, 40%) minmax(0, 1fr); }
  .paper-middle { max-height: none; }
  .paper-middle > .buttons { flex-direction: column; }
  .paper-middle > .buttons > .button { flex: 0 0 auto; }
  .paper-facts { flex-wrap: wrap; justify-content: center; }
  .steps { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .steps .button { font-size: clamp(.8rem, 2cqw, 1.5rem); }
}
@container (orientation: landscape) and (min-height: 521px) {
  .table.in-duel:has(> .paper) { grid-template-columns: minmax(0, 1fr) var(--column); }
}
@media (forced-colors: active) { .total.turn { border-style: double; border-width: 5px; } }
`;var j=900,B=1e3,O=[1e3,500,100],z=[10,5,1],V=24,F=2e3,U="−",D=!1;function K(){if(D)return;D=!0;let e=new CSSStyleSheet;e.replaceSync(q),document.adoptedStyleSheets=[...document.adoptedStyleSheets,e]}function st({game:e,view:i,children:n}){K();let{model:s}=e,a=!!s.table?.alone,r=s.bottom?0:1;return t("section",{class:a?"paper board shared":"paper board","aria-label":o("Duel"),children:[t("h2",{class:"spoken board-title",tabIndex:-1,children:o("Board")}),t(R,{game:e,view:i,seat:r},`${r} ${s.table?.duel}`),t("div",{class:"paper-middle",children:[t("div",{class:"paper-facts",children:[t(A,{game:e,view:i}),t(H,{game:e})]}),t(Y,{game:e}),t(J,{game:e,view:i}),t(G,{game:e}),t(E,{game:e,view:i}),a&&i.result?t("div",{class:"buttons",children:t("button",{class:"button main",onClick:()=>e.send({m:"restart"}),children:o("Play again")})}):null,n]}),t(R,{game:e,view:i,seat:s.bottom,isNear:!0},`${s.bottom} ${s.table?.duel}`)]})}function I(e){return e<0?`${U}${-e}`:`+${e}`}function R({game:e,view:i,seat:n,isNear:s}){let{model:a}=e,[r,l]=p(0),[c,m]=p(""),h=i.tallies[`${n}:life`]??0,u=a.names[n],g=!!a.table?.alone,x=(g||n===a.seat)&&!!e.hands?.isActive,w=d=>e.sendGesture({m:"life",text:d,seat:g?n:-1}),v=C(()=>{});v.current=()=>{l(0),!(!r||!x)&&(h+r>0?w(r<0?String(r):`+${r}`):m("end"))},k(()=>{if(!r)return;let d=setTimeout(()=>v.current(),j);return()=>clearTimeout(d)},[r]);let S=(a.table?.life??h)>=B?O:z,y=Math.max(0,h+r),b=a.table?.seats[n];return t("section",{class:`total ${s?"near-total":"far-total"}${i.turn_player===n?" turn":""}`,"aria-label":u,children:[t("p",{class:"who",children:[t("b",{children:u}),b&&!b.present&&!g?t(_,{game:e,seat:n}):null,(a.table?.best_of??1)>1?t("span",{role:"img","aria-label":o("{count} won",{count:b?.wins??0}),children:"●".repeat(b?.wins??0)}):null]}),t("div",{class:"number",children:[t("button",{style:{"--digits":String(y).length},disabled:!x,onClick:()=>m("number"),"aria-label":o("Life of {name}: {life}",{name:u,life:y}),children:y}),r?t("span",{class:"change","aria-hidden":"true",children:I(r)}):null]}),t(W,{game:e,seat:n}),x?t("div",{class:"steps",role:"group","aria-label":o("Change the Life of {name}",{name:u}),children:[...S.map(d=>-d),...[...S].reverse()].map(d=>t("button",{class:"button",onClick:()=>l(r+d),children:I(d)},d))}):null,c==="end"?t(f,{game:e,isBrief:!0,title:o("{name} has no Life left: is this duel over?",{name:u}),close:()=>m(""),children:t("div",{class:"buttons",children:[t("button",{class:"button main",onClick:()=>{m(""),w("=0")},children:o("Yes")}),t("button",{class:"button",onClick:()=>m(""),children:o("No")})]})}):null,c==="number"?t(X,{game:e,name:u,close:()=>m(""),send:w}):null]})}function W({game:e,seat:i}){let{log:n,table:s}=e.model;if(!n.length)return t("ol",{class:"scores"});let a=s?.life??0,r=[a];for(let l of n)l.kind!=="life"||l.seat!==i||(a=Math.max(0,a+l.amount),r.push(a));return t("ol",{class:"scores","aria-label":o("History"),tabIndex:0,children:r.map((l,c)=>t("li",{children:l},c)).reverse()})}function X({game:e,name:i,close:n,send:s}){let[a,r]=p("");return t(f,{game:e,isBrief:!0,title:o("Change the Life of {name}",{name:i}),close:n,children:t("form",{class:"typed",onSubmit:l=>{l.preventDefault(),n(),s(a.trim())},children:[t("p",{class:"faint",children:o("-500 takes away, +1000 adds, =4000 sets, /2 halves.")}),t("input",{"aria-label":o("Change the Life of {name}",{name:i}),value:a,maxLength:V,autocomplete:"off",autofocus:!0,onInput:l=>r(l.currentTarget.value)}),t("div",{class:"buttons",children:[t("button",{class:"button main",disabled:!a.trim(),children:o("OK")}),t("button",{type:"button",class:"button",onClick:n,children:o("Cancel")})]})]})})}function H({game:e}){let i=e.model.matchTime(T());if(i===null)return null;let n=L(Math.floor(i));return t("span",{class:"clock",role:"timer","aria-label":o("{span} since the match began",{span:n}),children:n})}function Y({game:e}){let i=e.model.log.filter(n=>n.kind==="coin"||n.kind==="die").at(-1);return t("p",{class:"throw",children:i?.text??""})}function J({game:e,view:i}){let[n,s]=p(!1),{model:a}=e,r=a.table?.step??0,l=!!a.table?.alone,c=!!e.hands?.isActive,m=c&&(l||i.turn_player===a.seat);return t("div",{class:"buttons",children:[a.isPlayer&&a.table?.stage==="duel"?t(N,{children:[t("button",{class:"button",disabled:!c,onClick:()=>e.sendGesture({m:"coin"}),children:o("Coin")}),t("button",{class:"button",disabled:!c,onClick:()=>e.sendGesture({m:"die"}),children:o("Die")}),t("button",{class:"button",disabled:!r||!c&&!l,onClick:()=>e.send({m:"rewind",step:r-1}),children:o("Undo")}),t("button",{class:"button main",disabled:!m,onClick:()=>e.sendGesture({m:"turn"}),children:o("End turn")})]}):null,a.isPlayer?t("button",{class:"button quiet","aria-haspopup":"dialog",onClick:()=>s(!0),children:o("Notes")}):null,n?t(Q,{game:e,close:()=>s(!1)}):null]})}function Q({game:e,close:i}){let n=e.model.table?.code??"",[s="",...a]=($("notes")??"").split(`
`),[r,l]=p(s===n?a.join(`
`):"");return t(f,{game:e,isBrief:!0,title:o("Notes"),close:i,children:[t("p",{class:"faint",children:o("Only you see them: they stay in this browser. The chat is for both.")}),t("textarea",{"aria-label":o("Notes"),rows:4,maxLength:F,value:r,onInput:c=>{l(c.currentTarget.value),M("notes",`${n}
${c.currentTarget.value}`)}}),t("div",{class:"buttons",children:t("button",{class:"button main",onClick:i,children:o("OK")})})]})}export{st as CompanionBoard};

import{a as T}from"./part-LE23XWLU.js";import{Da as L,Ea as A,Fa as G,Ha as _,Na as E,Qa as $,a as u,b as k,d as C,g as e,jb as M,na as y,r as i}from"./part-D2AKAK4P.js";var N=`/* The board of the companion: two totals and what is between them, one above the other or side by side. */
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
`;var R=900,j=1e3,z=[1e3,500,100],B=[10,5,1],V=24,F="−",q=!1;function U(){if(q)return;q=!0;let t=new CSSStyleSheet;t.replaceSync(N),document.adoptedStyleSheets=[...document.adoptedStyleSheets,t]}function oe({game:t,view:r,children:n}){U();let{model:s}=t,a=!!s.table?.alone,o=s.bottom?0:1;return e("section",{class:a?"paper board shared":"paper board","aria-label":i("Duel"),children:[e("h2",{class:"spoken board-title",tabIndex:-1,children:i("Board")}),e(I,{game:t,view:r,seat:o},`${o} ${s.table?.duel}`),e("div",{class:"paper-middle",children:[e("div",{class:"paper-facts",children:[e(_,{game:t,view:r}),e(H,{game:t})]}),e(K,{game:t}),e(X,{game:t,view:r}),e($,{game:t}),e(E,{game:t,view:r}),a&&r.result?e("div",{class:"buttons",children:e("button",{class:"button main",onClick:()=>t.send({m:"restart"}),children:i("Play again")})}):null,n]}),e(I,{game:t,view:r,seat:s.bottom,isNear:!0},`${s.bottom} ${s.table?.duel}`)]})}function D(t){return t<0?`${F}${-t}`:`+${t}`}function I({game:t,view:r,seat:n,isNear:s}){let{model:a}=t,[o,l]=u(0),[c,m]=u(""),b=r.tallies[`${n}:life`]??0,p=a.names[n],h=!!a.table?.alone,g=(h||n===a.seat)&&!!t.hands?.isActive,x=d=>t.sendGesture({m:"life",text:d,seat:h?n:-1}),v=C(()=>{});v.current=()=>{l(0),!(!o||!g)&&(b+o>0?x(o<0?String(o):`+${o}`):m("end"))},k(()=>{if(!o)return;let d=setTimeout(()=>v.current(),R);return()=>clearTimeout(d)},[o]);let S=(a.table?.life??b)>=j?z:B,w=Math.max(0,b+o),f=a.table?.seats[n];return e("section",{class:`total ${s?"near-total":"far-total"}${r.turn_player===n?" turn":""}`,"aria-label":p,children:[e("p",{class:"who",children:[e("b",{children:p}),f&&!f.present&&!h?e(G,{game:t,seat:n}):null,(a.table?.best_of??1)>1?e("span",{role:"img","aria-label":i("{count} won",{count:f?.wins??0}),children:"●".repeat(f?.wins??0)}):null]}),e("div",{class:"number",children:[e("button",{style:{"--digits":String(w).length},disabled:!g,onClick:()=>m("number"),"aria-label":i("Life of {name}: {life}",{name:p,life:w}),children:w}),o?e("span",{class:"change","aria-hidden":"true",children:D(o)}):null]}),e(O,{game:t,seat:n}),g?e("div",{class:"steps",role:"group","aria-label":i("Change the Life of {name}",{name:p}),children:[...S.map(d=>-d),...[...S].reverse()].map(d=>e("button",{class:"button",onClick:()=>l(o+d),children:D(d)},d))}):null,c==="end"?e(y,{game:t,isBrief:!0,title:i("{name} has no Life left: is this duel over?",{name:p}),close:()=>m(""),children:e("div",{class:"buttons",children:[e("button",{class:"button main",onClick:()=>{m(""),x("=0")},children:i("Yes")}),e("button",{class:"button",onClick:()=>m(""),children:i("No")})]})}):null,c==="number"?e(W,{game:t,name:p,close:()=>m(""),send:x}):null]})}function O({game:t,seat:r}){let{log:n,table:s}=t.model;if(!n.length)return e("ol",{class:"scores"});let a=s?.life??0,o=[a];for(let l of n)l.kind!=="life"||l.seat!==r||(a=Math.max(0,a+l.amount),o.push(a));return e("ol",{class:"scores","aria-label":i("History"),tabIndex:0,children:o.map((l,c)=>e("li",{children:l},c)).reverse()})}function W({game:t,name:r,close:n,send:s}){let[a,o]=u("");return e(y,{game:t,isBrief:!0,title:i("Change the Life of {name}",{name:r}),close:n,children:e("form",{class:"typed",onSubmit:l=>{l.preventDefault(),n(),s(a.trim())},children:[e("p",{class:"faint",children:i("-500 takes away, +1000 adds, =4000 sets, /2 halves.")}),e("input",{"aria-label":i("Change the Life of {name}",{name:r}),value:a,maxLength:V,autocomplete:"off",autofocus:!0,onInput:l=>o(l.currentTarget.value)}),e("div",{class:"buttons",children:[e("button",{class:"button main",disabled:!a.trim(),children:i("OK")}),e("button",{type:"button",class:"button",onClick:n,children:i("Cancel")})]})]})})}function H({game:t}){let r=t.model.matchTime(L());if(r===null)return null;let n=A(Math.floor(r));return e("span",{class:"clock",role:"timer","aria-label":i("{span} since the match began",{span:n}),children:n})}function K({game:t}){let r=t.model.log.filter(n=>n.kind==="coin"||n.kind==="die").at(-1);return e("p",{class:"throw",children:r?.text??""})}function X({game:t,view:r}){let[n,s]=u(!1),{model:a}=t,o=a.table?.step??0,l=!!a.table?.alone,c=!!t.hands?.isActive,m=c&&(l||r.turn_player===a.seat);return e("div",{class:"buttons",children:[a.isPlayer&&a.table?.stage==="duel"?e(M,{children:[e("button",{class:"button",disabled:!c,onClick:()=>t.sendGesture({m:"coin"}),children:i("Coin")}),e("button",{class:"button",disabled:!c,onClick:()=>t.sendGesture({m:"die"}),children:i("Die")}),e("button",{class:"button",disabled:!o||!c&&!l,onClick:()=>t.send({m:"rewind",step:o-1}),children:i("Undo")}),e("button",{class:"button main",disabled:!m,onClick:()=>t.sendGesture({m:"turn"}),children:i("End turn")})]}):null,a.isPlayer?e("button",{class:"button quiet","aria-haspopup":"dialog",onClick:()=>s(!0),children:i("Notes")}):null,n?e(T,{game:t,close:()=>s(!1)}):null]})}export{oe as CompanionBoard};

import{Ia as g,W as w,Z as u,a as h,g as o,ga as y,ka as x,r as p}from"./part-D2AKAK4P.js";var b=`.open-cards { min-width: 0; flex: none; }
.open-cards h3 { margin: 0; font-size: .8125rem; line-height: 1.25; color: #a9b6c7; }
.open-row { display: flex; gap: 4px; overflow-x: auto; padding: 3px; }
.open-row .card { height: 66px; min-width: 44px; }
.open-row .card[aria-pressed="true"] { box-shadow: 0 0 0 2px #fff; }
.open-text { max-height: 5rem; overflow: auto; }
.open-text .preview .face { display: none; }
.open-text .preview :is(p, h3) { margin: 0; font-size: .875rem; line-height: 1.3; color: inherit; }
dialog > .open-cards { grid-area: about; }
.log-part > .open-cards { display: none; }
@container (orientation: landscape) and (min-height: 521px) {
  .below > .open-cards, .log-part .open-text { display: none; }
  .log-part > .open-cards { display: block; border-bottom: 1px solid #2c394b; padding-bottom: 4px; }
  .log-part .open-row .card { height: 92px; }
}
`;var S=!1;function O(){if(S)return;S=!0;let t=new CSSStyleSheet;t.replaceSync(b),document.adoptedStyleSheets=[...document.adoptedStyleSheets,t]}function P({game:t,view:n}){O();let[i,v]=h(""),{open:c,names:k}=t.model,l=new Set(c.map(e=>e.seat)),[C=-1]=l,m=l.size===1?k[C]:"",f=m?p("Shown by {name}",{name:m}):p("Shown"),r=({card:e,code:a})=>`${e} ${a}`,d=i===r({card:t.previewed.handle,code:t.previewed.code});return o("section",{class:"open-cards","aria-label":f,children:[o("h3",{children:f}),o("div",{class:"open-row",children:c.map(e=>{let a=w(n,e.code),s=()=>t.previewCard(e.card,e.code);return o("button",{class:"card","data-shown":e.code,"aria-description":x(a,void 0),"aria-pressed":d&&i===r(e),onMouseEnter:s,onFocus:s,onClick:()=>{s(),v(d&&i===r(e)?"":r(e))},children:[o("span",{class:"spoken",children:u(e.code,n)}),o(y,{facts:a})]},r(e))})}),d?o("div",{class:"open-text",children:o(g,{game:t,view:n})}):null]})}export{P as OpenCards};

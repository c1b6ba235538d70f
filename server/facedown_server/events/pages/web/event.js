"use strict";
// A page of an event: shows the parts that the server sends, and sends what is tapped or typed.
(function () {
  var RETRY_MS = [300, 1000, 2000, 4000], ANSWER_TIMEOUT_MS = 4000, PAGE_TURN_MS = 10000;
  var main = document.querySelector("[data-event]"), lost = document.getElementById("lost");
  var code = main.getAttribute("data-event"), role = main.getAttribute("data-role");
  var place = "facedown event " + code + " " + (role === "print" ? "organizer" : role);
  var key = "", socket = null, tries = 0, waiting = 0, isComposing = false, held = {};
  var earlier = null, kept = "";
  var clock = { left: 0, runs: false, at: 0 };

  function store(value) {
    key = value;
    try {
      if (value) { localStorage.setItem(place, value); } else { localStorage.removeItem(place); }
      kept = value;
    } catch (error) { kept = ""; }
  }
  function readKey() {
    var given = /^#[ops]=([A-Za-z0-9_-]{1,64})$/.exec(location.hash);
    if (role === "slip") {
      key = given ? given[1] : "";
      return;
    }
    try { key = localStorage.getItem(place) || ""; } catch (error) { key = ""; }
    if (given) {
      earlier = { key: key };
      key = given[1];
    }
  }
  // A link's key replaces the stored one only when the server has accepted it.
  function settleKey(isRefused) {
    var before = earlier;
    earlier = null;
    if (isRefused) { store(before ? before.key : ""); } else if (before) { store(key); }
    if (before && (isRefused || kept === key)) { history.replaceState(null, "", location.pathname); }
    if (isRefused && key) {
      socket.close();
      retry();
    }
  }
  function each(within, selector, act) {
    Array.prototype.forEach.call(within.querySelectorAll(selector), act);
  }

  // --- the connection ---------------------------------------------------------------------------------

  function connect() {
    var host = location.protocol.replace("http", "ws") + "//" + location.host;
    var own = socket = new WebSocket(host + prefix + "/e/" + code, "facedown.event.v1.json");
    own.binaryType = "arraybuffer";
    own.onopen = function () {
      send({ do: "show", event: code, role: role, key: key, table: main.getAttribute("data-table"), language: document.documentElement.lang });
    };
    own.onmessage = function (message) {
      if (own !== socket) { return; }
      clearTimeout(waiting);
      waiting = tries = 0;
      lost.hidden = true;
      show(JSON.parse(new TextDecoder().decode(message.data)));
    };
    own.onclose = function () { if (own === socket) { retry(); } };
  }
  function retry() {
    socket = null;
    clearTimeout(waiting);
    if (tries) {
      lost.textContent = lost.getAttribute("data-text");
      lost.hidden = false;
    }
    waiting = setTimeout(connect, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
  }
  function send(request) {
    if (!socket || socket.readyState !== 1) { return false; }
    socket.send(new TextEncoder().encode(JSON.stringify(request)));
    return true;
  }
  // A phone that was asleep may hold a connection that is dead.
  function check() {
    if (document.hidden) { return; }
    var own = socket;
    if (!own) {
      clearTimeout(waiting);
      connect();
    } else if (send({ do: "ping" })) {
      clearTimeout(waiting);
      waiting = setTimeout(function () {
        own.onclose = null;
        own.close();
        retry();
      }, ANSWER_TIMEOUT_MS);
    }
  }

  // --- what the server sends --------------------------------------------------------------------------

  function show(news) {
    var id;
    if (news.ended || earlier) { settleKey(news.ended); }
    if (news.go) { location.assign(news.go); }
    if (news.key) { store(news.key); }
    if (news.title) { document.title = news.title; }
    if (news.clock) { clock = { left: news.clock.left_s, runs: news.clock.runs, at: Date.now() }; }
    for (id in news.parts || {}) { held[id] = news.parts[id]; }
    if (!isComposing) { fill(); }
    if (news.answer !== undefined) { replace(document.getElementById("answer"), news.answer); }
    if (news.say) { document.getElementById("say").textContent = news.say; }
    if (news.moved) { follow(news.moved); }
    tick();
  }
  function fill() {
    for (var id in held) { replace(document.getElementById("part-" + id), held[id]); }
    held = {};
    each(main, "[data-own]", function (one) {
      try {
        one.hidden = !localStorage.getItem("facedown event " + one.getAttribute("data-own") + " organizer");
      } catch (error) { one.hidden = true; }
    });
  }
  // Keeps what is open, typed and focused.
  function replace(part, html) {
    var open = {}, typed = {}, focused = document.activeElement, inside = part.contains(focused);
    each(part, "details[id]", function (one) { open[one.id] = one.open; });
    each(part, "input[id]", function (one) {
      if (one.value !== one.defaultValue) { typed[one.id] = one.value; }
    });
    part.innerHTML = html;
    each(part, "details[id]", function (one) { if (one.id in open) { one.open = open[one.id]; } });
    each(part, "input[id]", function (one) { if (one.id in typed) { one.value = typed[one.id]; } });
    if (inside && focused.id && (focused = document.getElementById(focused.id))) {
      focused.focus({ preventScroll: true });
    }
  }
  var prefix = (/^\/n\/[^\/]+/.exec(location.pathname) || [""])[0];
  function follow(base) {
    if (base.charAt(0) === "/") {
      prefix = base;
    } else if (/^https?:\/\//.test(base)) {
      location.replace(base + "/e/" + code + (role === "player" ? "" : "/" + role) +
        (key ? (role === "organizer" || role === "print" ? "#o=" : "#p=") + key : ""));
    }
  }
  function digits(number) { return (number < 10 ? "0" : "") + number; }
  function tick() {
    var left = clock.left - (clock.runs ? (Date.now() - clock.at) / 1000 : 0);
    each(main, "[data-clock]", function (one) {
      var seconds = Math.max(0, Math.ceil(left + Number(one.getAttribute("data-clock"))));
      var text = seconds ? Math.floor(seconds / 60) + ":" + digits(seconds % 60) : one.getAttribute("data-over");
      if (one.textContent !== text) { one.textContent = text; }
    });
    each(main, "[data-pages]", function (one) {
      var shown = Math.floor(Date.now() / PAGE_TURN_MS) % one.children.length;
      Array.prototype.forEach.call(one.children, function (page, index) { page.hidden = index !== shown; });
    });
  }

  // --- what is tapped and typed -----------------------------------------------------------------------

  function submit(element, fields) {
    var request = JSON.parse(element.getAttribute("data-send"));
    for (var name in fields) { request[name] = (request[name] || "") + fields[name]; }
    document.getElementById("say").textContent = "";
    return send(request);
  }
  main.addEventListener("click", function (event) {
    var button = event.target.closest("button[data-send]");
    if (button) { submit(button, {}); }
    if (event.target.closest("button[data-print]")) { print(); }
    var typed = event.target.closest("button[data-type]"), line = document.getElementById("line");
    if (typed) {
      line.value = typed.getAttribute("data-type");
      line.focus();
    }
  });
  main.addEventListener("submit", function (event) {
    var fields = {}, form = event.target;
    event.preventDefault();
    each(form, "[name]", function (one) { fields[one.name] = one.value.trim(); });
    if (submit(form, fields) && form.hasAttribute("data-clear")) { form.reset(); }
  });
  main.addEventListener("change", function (event) {
    if (event.target.matches("select[data-send], input[data-send]")) {
      submit(event.target, { text: event.target.value });
      event.target.defaultValue = event.target.value;
    }
  });
  main.addEventListener("compositionstart", function () { isComposing = true; });
  main.addEventListener("compositionend", function () { isComposing = false; fill(); });
  document.addEventListener("visibilitychange", check);
  addEventListener("pageshow", function (event) { if (event.persisted) { check(); } });
  addEventListener("online", check);
  setInterval(tick, 250);
  readKey();
  connect();
})();

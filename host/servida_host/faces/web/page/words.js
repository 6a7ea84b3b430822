// The page's own words in the console's languages; elements name theirs by `data-say` and `data-say-label`.

const WORDS = {
  es: {
    workshop: "Taller", hintHold: "guardar", hintRoll: "tirar", space: "espacio",
    hintHeld: "apretados un segundo", hintOr: "o", hintMenu: "menú",
    lost: "Se perdió la conexión.", lostHow: "Se reintenta; si no vuelve, abra la dirección que mostró servida sim.",
    again: "Reintentar", noPower: "La consola está sin corriente.", glass: "Pantalla de la consola",
    time: "Tiempo", pause: "Pausa", step: "Un paso", speed: "Velocidad",
    picture: "Imagen y sesión", tint: "Color de la pantalla", grid: "rejilla", png: "Guardar PNG", gif: "Grabar GIF",
    gifEnd: "Guardar GIF", script: "Guardar guion",
    scriptHow: "El guion contiene todo lo que guarda esta consola: ajustes y partidas jugadas, con nombres.",
    white: "blanco", cyan: "celeste", two: "amarillo y azul", amber: "ámbar", green: "verde",
    dice: "Próximos dados", diceHow: "Caras, de izquierda a derecha", queue: "Preparar", die: "Dado",
    waiting: "en espera",
    faults: "Fallas", unplug: "pantalla desenchufada", stall: "generador trabado", cut: "sin corriente",
    stick: "Trabar", bounce: "Rebote",
    wire: "Bus I2C", windows: "ventanas sobre la pantalla", bytes: "bytes", windowOne: "ventana", windowMany: "ventanas", nothing: "nada aún",
    log: "Sucesos", match: "Partida",
  },
  en: {
    workshop: "Workshop", hintHold: "hold", hintRoll: "roll", space: "space",
    hintHeld: "held for a second", hintOr: "or", hintMenu: "menu",
    lost: "The connection is lost.", lostHow: "Trying again; if it stays away, open the address that servida sim printed.",
    again: "Try now", noPower: "The console has no power.", glass: "The console's display",
    time: "Time", pause: "Pause", step: "Step", speed: "Speed",
    picture: "Picture and session", tint: "Colour of the display", grid: "pixel grid", png: "Save PNG",
    gif: "Record GIF", gifEnd: "Save GIF", script: "Save script",
    scriptHow: "The script contains all that this console keeps: settings and played matches, with names.",
    white: "white", cyan: "cyan", two: "yellow and blue", amber: "amber", green: "green",
    dice: "Next dice", diceHow: "Faces, from left to right", queue: "Queue", die: "Die", waiting: "waiting",
    faults: "Faults", unplug: "display unplugged", stall: "generator stalled", cut: "power cut",
    stick: "Stick", bounce: "Bounce",
    wire: "I2C bus", windows: "windows over the display", bytes: "bytes", windowOne: "window", windowMany: "windows", nothing: "nothing yet",
    log: "Events", match: "Match",
  },
  pt: {
    workshop: "Oficina", hintHold: "guardar", hintRoll: "lançar", space: "espaço",
    hintHeld: "apertados um segundo", hintOr: "ou", hintMenu: "menu",
    lost: "A conexão caiu.", lostHow: "Tentando de novo; se não voltar, abra o endereço que servida sim mostrou.",
    again: "Tentar já", noPower: "O console está sem energia.", glass: "Tela do console",
    time: "Tempo", pause: "Pausa", step: "Um passo", speed: "Velocidade",
    picture: "Imagem e sessão", tint: "Cor da tela", grid: "grade", png: "Salvar PNG", gif: "Gravar GIF",
    gifEnd: "Salvar GIF", script: "Salvar roteiro",
    scriptHow: "O roteiro contém tudo o que este console guarda: ajustes e partidas jogadas, com nomes.",
    white: "branco", cyan: "ciano", two: "amarelo e azul", amber: "âmbar", green: "verde",
    dice: "Próximos dados", diceHow: "Faces, da esquerda para a direita", queue: "Preparar", die: "Dado",
    waiting: "à espera",
    faults: "Falhas", unplug: "tela desligada do cabo", stall: "gerador travado", cut: "sem energia",
    stick: "Prender", bounce: "Repique",
    wire: "Barramento I2C", windows: "janelas sobre a tela", bytes: "bytes", windowOne: "janela", windowMany: "janelas", nothing: "nada ainda",
    log: "Eventos", match: "Partida",
  },
};

export function say(name) {
  return (WORDS[document.documentElement.lang] ?? WORDS.en)[name];
}

// Put the words of a language everywhere.
export function speak(language) {
  document.documentElement.lang = language in WORDS ? language : "en";
  for (const element of document.querySelectorAll("[data-say]")) {
    element.textContent = say(element.dataset.say);
  }
  for (const element of document.querySelectorAll("[data-say-label]")) {
    element.setAttribute("aria-label", say(element.dataset.sayLabel));
  }
  document.getElementById("glass").setAttribute("aria-label", say("glass"));
  for (const key of document.querySelectorAll(".key.roll")) {
    key.setAttribute("aria-label", `ROLL: ${say("hintRoll")}`);
  }
}

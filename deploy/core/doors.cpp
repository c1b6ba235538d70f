// The doors of EDOPro's core as facedown opens them (server/facedown_server/games/edopro/wasm/engine_file.py): the core's functions under
// names of their own, and its callbacks as imports of the module instead of pointers to functions.
//
// Written for facedown, and built together with the core, which is AGPL-3.0-or-later: what comes out is, too.
#include "ocgapi.h"

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("env"), import_name(#name)))

extern "C" {

// Older Emscriptens leave copying much memory to JavaScript, which there is none of here.
void* emscripten_memcpy_big(void* to, const void* from, unsigned long size) {
	unsigned char* out = static_cast<unsigned char*>(to);
	const unsigned char* in = static_cast<const unsigned char*>(from);
	while (size-- > 0) *out++ = *in++;
	return to;
}

IMPORT(handleDataReader) void handleDataReader(void* payload, uint32_t code, OCG_CardData* data);
IMPORT(handleScriptReader) int handleScriptReader(void* payload, OCG_Duel duel, const char* name);
IMPORT(handleLogHandler) void handleLogHandler(void* payload, const char* text, int type);

static void read_card(void* payload, uint32_t code, OCG_CardData* data) {
	handleDataReader(payload, code, data);
}

// What read_card gave, the host has put into memory of ours; the sets a card belongs to are not needed after.
static void card_was_read(void*, OCG_CardData* data) {
	__builtin_free(data->setcodes);
	data->setcodes = nullptr;
}

static int read_script(void* payload, OCG_Duel duel, const char* name) {
	return handleScriptReader(payload, duel, name);
}

static void told(void* payload, const char* text, int type) {
	handleLogHandler(payload, text, type);
}

EXPORT(ocgapiCreateDuel) int create_duel(OCG_Duel* made, const OCG_DuelOptions* wanted) {
	OCG_DuelOptions options = *wanted;
	options.cardReader = read_card;
	options.scriptReader = read_script;
	options.logHandler = told;
	options.cardReaderDone = card_was_read;
	options.enableUnsafeLibraries = 0;
	return OCG_CreateDuel(made, &options);
}

EXPORT(ocgapiDuelNewCard) void new_card(OCG_Duel duel, const OCG_NewCardInfo* card) {
	OCG_DuelNewCard(duel, card);
}

EXPORT(ocgapiStartDuel) void start_duel(OCG_Duel duel) { OCG_StartDuel(duel); }

EXPORT(ocgapiDuelProcess) int process(OCG_Duel duel) { return OCG_DuelProcess(duel); }

EXPORT(ocgapiDuelGetMessage) void* get_message(OCG_Duel duel, uint32_t* size) {
	return OCG_DuelGetMessage(duel, size);
}

EXPORT(ocgapiDuelSetResponse) void set_response(OCG_Duel duel, const void* bytes, uint32_t size) {
	OCG_DuelSetResponse(duel, bytes, size);
}

EXPORT(ocgapiLoadScript) int load_script(OCG_Duel duel, const char* text, uint32_t size, const char* name) {
	return OCG_LoadScript(duel, text, size, name);
}

EXPORT(ocgapiDuelQuery) void* query(OCG_Duel duel, uint32_t* size, const OCG_QueryInfo* asked) {
	return OCG_DuelQuery(duel, size, asked);
}

EXPORT(ocgapiDuelQueryLocation) void* query_location(OCG_Duel duel, uint32_t* size, const OCG_QueryInfo* asked) {
	return OCG_DuelQueryLocation(duel, size, asked);
}

EXPORT(ocgapiDuelQueryField) void* query_field(OCG_Duel duel, uint32_t* size) {
	return OCG_DuelQueryField(duel, size);
}
}

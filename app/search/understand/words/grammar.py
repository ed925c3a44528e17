"""The words that say how the others are meant: one declaration, English and Afrikaans.

Every entry is a phrase of whole words, in the form that people type. The tables of product types,
colours and people are the indexer's (`indexer.reference.words`); this is what stands between.
"""

from __future__ import annotations

from typing import Literal

from indexer.reference.words import joining

State = Literal[
    "sale", "new", "vintage", "in-stock", "local", "price-ascending", "price-descending"
]

# What is not wanted: the next type, colour, brand or word. "Not too expensive" and "niks duur nie"
# are states (cheap) and exclude nothing.
NOT = f"""
not|no|with no|met geen|{"|".join(joining.WITHOUT)}
|w/out|except|excepting|except for|excluding|exclude|minus|non|never|but not
|but no|other than|apart from|aside from|besides|anything but|instead of|rather than|not in|not a
|not an|not the|no more|not any|isnt|is not|arent|are not|dont want|do not want|hate|avoid|free of
|lacking|dont need|do not need|dont like|do not like|nt
|nothing|but nothing
|nie|niks|geen|moenie|behalwe|nie in|nie n|maar nie|uitgesluit|uitsluitend
"""
# Features that are called by what is missing: they are wished for, and exclude nothing.
FEATURES = """
non iron|no iron|non stick|non slip|no slip|anti slip|no show|no sew|no tie|no wire|non wire
|non wired|no press|no spill|no drill|no touch|non toxic|no crease|non crease|no rinse|no frost
|non woven|non fade|non shrink|no shed|no pull|no roll|non marking|non skid|no skid|no tear
|off shoulder|off the shoulder|off road|off grid|off shore|on the go|cold shoulder
|non absorbent|non pill|non alcoholic|no squeak
"""
# What is asked for where nobody knows yet what: what is called so comes first, and all may follow.
OUTFITS = "outfit|outfits|look|looks|uitrusting|uitrustings"  # of which a purpose says what
GIFTS = "gift|gifts|present|presents|geskenk|geskenke|geskenkie|geskenkies"
OR = "or|of|otherwise|alternatively|either|/|,|&|+|and|en|as well as|also|plus|asook||vs|versus"
# Behind one of these stands what belongs to the type, and no other type: "dress with belt".
WITH = f"""
{"|".join((*joining.WITH, *joining.FOR, *joining.HAVING))}|made from|made of|to go with|on|at
|that fits|which fits|to fit|to hold|that holds|to carry|big enough for|compatible with
|to match|matching|van|uit|op|by die|wat pas by|that has|that have|which has|into|inside
|onto|over|above|behind|between|beside|next to|on top of|to hang over|to go over|to put over
|to go on|to put on|to put in|to hang on|bo|agter|tussen
"""
# What stands behind one of these is another type, with its own colour: "dress with red shoes".
BESIDE = f"""
{"|".join((*joining.WITH, *joining.FOR))}|to wear with|to match|matching|that matches
|which matches|wat pas by|to go with|go with|goes with|that go with|that goes with|which goes with
"""
STATES: dict[State, str] = {
    "sale": """
        on sale|sale|sales|discount|discounts|discounted|on discount|special|specials|on special
        |on specials|special offer|special offers|clearance|clearance sale|reduced|reduced price
        |marked down|mark down|markdown|markdowns|price drop|price drops|promo|promotion|promotions
        |on promotion|on offer|offers|deal|deals|bargain|bargains|black friday|black friday deals
        |half price|percent off|off|outlet|uitverkoping|afslag|op uitverkoping|op spesiaal
        |spesiale aanbod|winskopie|winskopies|afgemerk|afgeprys|rebate|save|slashed
    """,
    "new": """
        new|newest|latest|new in|new arrival|new arrivals|just in|just arrived|just landed|recent
        |recently added|brand new|new season|this season|new stock|fresh
        |nuut|nuwe|nuutste|splinternuwe
    """,
    "vintage": """
        vintage|second hand|secondhand|2nd hand|used|pre loved|preloved|pre owned|preowned|pre worn
        |thrift|thrifted|thrift shop|retro vintage|gently used|previously owned|recycled fashion
        |tweedehands|tweedehandse|gebruik|gebruikte|worn before|antique|charity shop
    """,
    "in-stock": """
        in stock|instock|in-stock|available|available now|in voorraad|op voorraad|beskikbaar
        |not sold out|still available|ready to ship|available in stock|currently available
    """,
    "local": """
        local|locally made|locally produced|made locally|south african|south african made
        |made in south africa|made in sa|sa made|proudly south african|proudly sa|proudly local
        |homegrown|home grown|local designer|local designers|local brand|local brands|mzansi
        |from south africa|by south african designers|handmade in south africa|plaaslik|plaaslike
        |suid afrikaans|suid afrikaanse|in suid afrika gemaak|suid afrika|local is lekker|made here
        |south african brand|south african brands|south african designer|south african designers
    """,
    "price-ascending": """
        cheap|cheaper|cheapest|cheap cheap|inexpensive|affordable|affordably priced|budget
        |budget friendly|low cost|lowcost|low price|low priced|lowest price|lowest priced
        |best price|best prices|best value|value for money|well priced|good price|good prices
        |economical|reasonably priced|reasonable|not expensive|not too expensive|not so expensive
        |not pricey|nothing expensive|pocket friendly|wallet friendly|bargain price|goedkoop
        |goedkoopste|goedkope|billik|billike|bekostigbaar|bekostigbare|nie duur nie|nie te duur nie
        |laagste prys|lae prys|low to high|el cheapo|student budget|on a budget|cost effective
    """,
    "price-descending": """
        expensive|most expensive|priciest|pricey|high end|highend|luxury|luxurious|upmarket
        |upscale|premium|posh|duur|duurste|luukse|exclusive|top end
    """,
}
# Words that say nothing of the product: asking, buying, praising.
FILLERS = """
oh boy|hi guys|hey guys|hello guys|please guys|guys please|thanks guys|thank you guys
|sz|pk|pkt|pc|pcs|pkg|qty|nwt|bnwt|nib|bn|oz|ft|yd|yds|lbs|asst|incl|lg|lrg|med|sm|reg|hvy|slv|approx
|genuine|original|official|authentic|oem|compatible|a|an|the|this|that|these|those|some|any|and|or|of|to|on|at|with|for|in|by|from|as|is|are|am|be|it
|its|i|im|me|my|mine|we|our|us|you|your|u|he|she|they|them|their|his|who|whom|whose|which|what
|whats|where|when|how|how much|how many|why|can|cant|dont|wont|didnt|doesnt|could|would|will
|should|shall|may|do|does|did|have
|has|had|having|there|here|please|pls|plz|thanks|thank you|hi|hey|hello|ok|also|too|very|really|so
|just|only|but|maar|even|than|then|if|about|like|likes|kind of|sort of|type of|types of|style of
|sell|sells|selling|verkoop|buy|buying|purchase|order|get|getting|shop|shops|shopping|shop for
|store|stores|find|finding|found
|look|looking|looking for|look for|search|searching|searching for|search for|show|show me|see|give
|give me|need|needs|needed|want|wants|wanted|wanna|want to buy|i want|i need|would like|id like
|love|prefer|preferably|something|somewhere|anything|everything|stuff|thing|things|item|items|product|products
|piece|pieces|goods|article|articles|range|ranges|collection|collections|selection|option|options
|choice|choices|idea|ideas|online|on line|internet|website|site|web|near me|nearby|delivery
|delivered|deliver|free delivery|free shipping|shipping|ship|next week|next weekend|next month
|next year|next season|next time|next summer|next winter|next day|overnight delivery
|south africa
|sa|za|rsa|cape town|johannesburg|joburg|jozi|durban|pretoria|gauteng|for sale|4 sale|to buy|to wear
|wear|wearing|worn by|to wear to|use|using|price|prices|priced|cost|costs|costing|pricing|rand|rands
|best|best rated|top ten|top 10|top 20|top rated|highly rated
|well reviewed|best selling|best seller|best sellers
|bestseller|bestsellers|good|great|nice|nicest|perfect|beautiful|pretty|lovely|gorgeous|stunning|cool|cute|amazing
|awesome|fabulous|top|quality|good quality|high quality|top quality|best quality|popular|trending
|trendy|fashionable|stylish|must have|decent|proper|lekker|favourite|favorite|recommended|suitable
|ideal|right|new zealand|today|now|asap|urgently|urgent|currently|still|maybe|perhaps|possibly|left
|list|list of|page|pics|pictures|photos|images|photo|picture|image|catalogue|catalog|size|sizes
|colour|colours|color|colors|coloured|colored|in colour|in color|brand|brands|branded|by brand|label
|labels|fashion|outfit|clothing store|clothes|clothing|apparel|garment|garments|attire|klere
|klerasie|date night|night out|girls night|girls night out|baby shower|bridal shower
|kitchen tea|one|ones|each|all|every|various|different|other|others|another
|more|most|much|many|lot|lots|lots of|pair of|pairs of|a pair of|pack of|set of|per|both|either|day
|days|up|off|out|over|under|between|less|least|max|maximum|min|minimum|around|not|no|yes
|gift idea|gift ideas|great gift|years|year|year old|yr old|old|aged|age|someone|somebody|people
|person|everyone|friend|ek|jy|ons|hulle|hy|sy|julle|my|jou|die|n|'n|en|of|vir|van|met|in|op|by|aan
|na|uit|om|te|is|was|het|sal|kan|wil|wil he|moet|soek|ek soek|ek wil|koop|te koop|aanlyn|asseblief
|dankie|waar|wat|watter|hoe|hoeveel|mooi|goeie|beste|lekker|baie|net|ook|een|iets|goed|kry|wys
|wys my|graag|enige|elke|winkel|winkels|naby|prys|pryse|kleur|kleure|grootte|maat
"""


def phrases(block: str) -> list[str]:
    """Return the phrases of a block, as they are written."""
    return [" ".join(part.split()) for part in block.split("|") if part.strip()]
